/** Of a call that the admin makes without its user, such as a refresh: it does not prolong the session. */
export const unattendedHeader = 'x-unattended';
