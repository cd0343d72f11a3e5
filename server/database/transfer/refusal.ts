// Why a store cannot be written to a file or read from one, each in one sentence for the operator.

export class TransferRefusal extends Error {
  override readonly name: string = 'TransferRefusal';
}

/** The file cannot be used. */
export class FileRefusal extends TransferRefusal {
  override readonly name = 'FileRefusal';
}

export const fileRefusal = {
  empty: () => new FileRefusal('The file is empty, so it is not a backup of a store.'),
  notBackup: () => new FileRefusal('The file is not a backup of a store.'),
  cutOff: () => new FileRefusal('The backup is cut off, its end is missing: use another copy of it.'),
  checksumDiffers: () => new FileRefusal('The backup is damaged, its checksum differs: use another copy of it.'),
  damaged: (detail: string) => new FileRefusal(`The backup is damaged (${detail}): use another copy of it.`),
  newer: () => new FileRefusal('The backup was made by a newer version of the store: update this one first.'),
  tooOld: () =>
    new FileRefusal('The backup is too old for this version of the store: read it with the last version before 1.0.'),
  otherMode: (mode: string) =>
    new FileRefusal(`The backup holds a store in ${mode} mode: set MODE=${mode} to read it.`),
};
