export const messages = {
  unexpected: 'An unexpected server exception occured',
  unreachable: 'The server could not be reached. Please try again.',
  expired: 'Your session has expired',
  forbidden:
    'You do not have sufficient rights to perform this action, please contact your system administrator',
  online: 'Your network connection has been restored',
  offline: 'Your network connection appears to be unavailable',
  renew: 'Subscription options',
  discard: 'Discard what you changed?',
  discardYes: 'Discard',
  discardNo: 'Keep editing',
  unsent: (typed: string) =>
    `“${typed.length > 60 ? `${typed.slice(0, 60)}…` : typed}” was typed but not added yet. Save without it?`,
  unsentYes: 'Save without it',
  switching: (account: string) => `Switching to ${account}`,
}
