// Which colour a status has (STATE-2..8, STATE-11, A-43). Compared without case; unknown ones are grey.

export type Tone = 'green' | 'yellow' | 'blue' | 'red' | 'purple' | 'orange' | 'grey';

const orderTones: Record<string, Tone> = {
  completed: 'green',
  pending: 'yellow',
  processing: 'blue',
  failed: 'red',
  paid: 'purple',
};

const providerTones: Record<string, Tone> = {
  completed: 'green',
  processing: 'blue',
  'in progress': 'blue',
  partial: 'orange',
  pending: 'yellow',
  canceled: 'red',
  cancelled: 'red',
};

const terminalStatuses: readonly string[] = ['completed', 'partial', 'canceled', 'cancelled', 'refunded'];

export function orderTone(status: string): Tone {
  return orderTones[status.toLowerCase()] ?? 'grey';
}

export function providerTone(status: string): Tone {
  return providerTones[status.trim().toLowerCase()] ?? 'grey';
}

/** True when the provider will not change the status by itself any more: polling stops. */
export function isTerminal(status: string): boolean {
  return terminalStatuses.includes(status.trim().toLowerCase());
}

/** "paid" -> "Paid"; unknown values stay as they are. */
export function shownStatus(status: string): string {
  const lower = status.toLowerCase();
  return lower in orderTones ? lower.charAt(0).toUpperCase() + lower.slice(1) : status;
}
