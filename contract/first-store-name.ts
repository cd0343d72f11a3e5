/** The name of a store until its operator sets one. A file of its own, because each page of the admin loads it. */
export const firstStoreName = 'Applaud';
