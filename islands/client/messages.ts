export const messages = {
  unexpected: 'An unexpected server exception occured',
  unreachable: 'The server could not be reached. Please try again.',
  expired: 'Your session has expired',
  forbidden:
    'You do not have sufficient rights to perform this action, please contact your system administrator',
  online: 'Your network connection has been restored',
  offline: 'Your network connection appears to be unavailable',
  chunk: 'Loading chunk failed',
  renew: 'Subscription options',
  discard: 'Discard what you changed?',
  discardYes: 'Discard',
  discardNo: 'Keep editing',
  unsent: (typed: string) =>
    `“${typed.length > 60 ? `${typed.slice(0, 60)}…` : typed}” was typed but not added yet. Save without it?`,
  unsentYes: 'Save without it',
  switching: (account: string) => `Switching to ${account}`,
}

const MOST_NAMED = 5
const listed = new Intl.ListFormat('en-ZA')

const nameSome = (names: readonly string[]) => {
  const more = names.length - MOST_NAMED
  return listed.format(more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names)
}

/** Nothing is called discarded of which a part stays. */
export const closeQuestion = (lost: readonly string[], kept: readonly string[]) =>
  kept.length === 0
    ? { question: messages.discard, yes: messages.discardYes, no: messages.discardNo }
    : {
        question: `Close without saving ${lost.length > 0 ? nameSome(lost) : 'what you typed'}? Saved before, and kept: ${nameSome(kept)}.`,
        yes: 'Close without saving',
        no: messages.discardNo,
      }
