export const messages = {
  unexpected: 'An unexpected server exception occured',
  unreachable: 'The server could not be reached. Please try again.',
  expired: 'Your session has expired',
  forbidden:
    'You do not have sufficient rights to perform this action, please contact your system administrator',
  stranger: (isChange: boolean) =>
    `Something else answered in place of the program: a network that asks to be signed in to does that. Sign in to it, and try again. ${isChange ? 'It is not known to be saved; trying again does not save it twice.' : ''}`.trim(),
  notUndone: 'Not undone: no answer came. What was done stands; it can be changed where it is shown.',
  notHere:
    'The server could not be reached, and this part is not kept on this device. Open it again once there is a network.',
  notLoaded: 'This part could not be loaded.',
  codeNotHere: (code: string, place: string) =>
    `No network: nothing of ${place} that is kept on this device has the code ${code}. What is not kept is found once the network is back`,
  lookingFor: (words: string) => `Looking for “${words}” …`,
  nothingFound: (words: string) => `Nothing to open was found for “${words}”.`,
  unanswered: 'No answer came: this list is still the one from before.',
  again: 'Try again',
  online: 'Your network connection has been restored',
  offline: 'Your network connection appears to be unavailable',
  signOutOffline: 'Logging out needs the network. You are still signed in on this device.',
  switchOffline: 'Another account needs the network. You are still in this one.',
  signOutWaiting: (waiting: string) =>
    `Log out? ${waiting} That stays on this device until you sign in here again: what can be sent is sent then.`,
  notKept:
    'This device could not keep the change: its storage is full or closed to this site. It is not saved.',
  waits: (label: string) => `No network: “${label}” waits on this device, and is sent once it is back`,
  waitsSignIn: (label: string) =>
    `Your session has expired: “${label}” waits on this device, and is sent once you sign in again`,
  signInElsewhere:
    'Your session has expired, so nothing was saved. What you typed is still here: sign in again in another tab, then save it here.',
  signInToSave:
    'Your session has expired, so nothing was saved yet. What you typed is still here: sign in again in another tab, and it is saved by itself.',
  waitsBehind: (label: string) => `“${label}” waits on this device behind what was done before it`,
  waitsAlready: (label: string) => `“${label}” waits on this device already, and is sent once`,
  sentHere: (labels: readonly string[]) => `Sent: ${labels.join(', ')}.`,
  refusedHere: (label: string, why: string) => `Not saved: ${label}. ${why}`,
  waitsHere: (labels: readonly string[]) => `Waits to be sent: ${labels.join(', ')}`,
  waitingHere: (count: number) => `${count} ${count === 1 ? 'waits' : 'wait'} on this device to be sent`,
  sent: (labels: readonly string[]) =>
    labels.length === 1 ? `“${labels[0]}” was sent` : `${labels.length} changes that waited were sent`,
  waiting: (count: number, isOld: boolean) =>
    count > 0 &&
    `${count === 1 ? 'One change waits' : `${count} changes wait`} on this device to be sent${isOld ? ', for over a day' : ''}.`,
  cleared: (labels: readonly string[]) =>
    labels.length > 0 &&
    (labels.length === 1
      ? `${labels[0]} is gone: this browser cleared what it kept. It is not saved.`
      : `${listed.format(labels)} are gone: this browser cleared what it kept. They are not saved.`),
  sending: (count: number) =>
    count > 0 &&
    `${count === 1 ? 'One change is' : `${count} changes are`} being sent, without an answer yet.`,
  sendingHere: (labels: readonly string[]) => `Being sent, without an answer yet: ${labels.join(', ')}`,
  refused: (count: number) =>
    count > 0 && `${count === 1 ? 'One was' : `${count} were`} refused and not saved.`,
  ofOthers: (count: number) =>
    count > 0 && 'What somebody else did on this device waits until they sign in here.',
  ofStrangers: (count: number) =>
    count > 0 &&
    (count === 1
      ? 'One change waits on this device, and is sent once whoever made it signs in here again.'
      : `${count} changes wait on this device, and are sent once whoever made them signs in here again.`),
  lateOfStrangers: 'What has waited for a week is not sent by itself any more: sign in before.',
  stuckOfStrangers: (count: number) =>
    count > 0 &&
    (count === 1
      ? 'One that could not be saved is kept for whoever made it.'
      : `${count} that could not be saved are kept for whoever made them.`),
  ofOtherAccounts: (accounts: readonly string[]) =>
    accounts.length > 0 &&
    `What you did in ${listed.format(accounts)} waits on this device until you switch to it.`,
  unnamedAccount: 'another account',
  nothingWaits: 'Nothing that you did waits on this device.',
  tooLarge: 'It is larger than the program takes. Take it again smaller, then remove this one.',
  failed: 'It is tried again by itself.',
  gone: (canCopy: boolean) =>
    `It is sent by itself once it can be, at the latest when you next open a page here. ${canCopy ? 'Copy it if it belongs elsewhere, then remove it.' : 'Remove it if it is not wanted any more.'}`,
  late: 'What has waited for a week is not sent by itself any more: find a network before.',
  tooOld:
    'This waited for longer than a week, so it is not known whether it was saved. Look at the job; then send it as of now, or remove it.',
  tooOldHere: (label: string) =>
    `Waited for longer than a week: ${label}. It is not known whether it was saved.`,
  tooOldOnes: (count: number) =>
    count > 0 &&
    `${count === 1 ? 'One has' : `${count} have`} waited for longer than a week: look whether ${count === 1 ? 'it was' : 'they were'} saved.`,
  isFor: (names: readonly string[]) => `For ${listed.format(names)}`,
  removeWaiting: (
    label: string,
    names: readonly string[],
    dependent: readonly string[],
    state: keyof typeof removedStates,
  ) =>
    `Remove “${label}”${names.length > 0 ? ` for ${listed.format(names)}` : ''}? ${removedStates[state]}${dependent.length > 0 ? ` What was done after it goes with it: ${listed.format(dependent)}.` : ''}`,
  removed: (labels: readonly string[]) =>
    labels.length === 1
      ? `“${labels[0]}” was removed, and waits no more`
      : `${listed.format(labels)} were removed, and wait no more`,
  notRemoved: (label: string) =>
    `“${label}” is just being sent, so it cannot be removed. Look again once there is an answer`,
  goneMeanwhile: (label: string) =>
    `“${label}” waits no more: it was sent meanwhile, or removed in another tab`,
  chunk: 'Loading chunk failed',
  renew: 'Subscription options',
  close: 'Close without saving what you changed?',
  closeYes: 'Close without saving',
  keepEditing: 'Keep editing',
  unsent: (typed: string) =>
    `“${typed.length > 60 ? `${typed.slice(0, 60)}…` : typed}” was typed but not added yet. Save without it?`,
  typedAhead: (typed: string) => `“${typed}” was typed before the answer came, and is entered nowhere.`,
  unsentYes: 'Save without it',
  notChosen: (typed: string) =>
    `“${typed}” was left out, since it was not chosen: choose it from the list, or make it there.`,
  switchTo: (account: string) => `Switch to ${account}`,
  switching: (account: string) => `Switching to ${account}`,
}

const removedStates = {
  unknown: 'It is not known whether it was saved.',
  refused: 'It was never saved.',
  waiting:
    'It is not sent any more. If it reached the program before and only the answer was lost, it stays saved there.',
}

const MOST_NAMED = 5
const listed = new Intl.ListFormat('en-ZA')

const nameSome = (names: readonly string[]) => {
  const more = names.length - MOST_NAMED
  return listed.format(more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names)
}

/** Nothing is given up beside what was saved without being named: there what is typed is offered to be saved, where it can be. */
export const closeQuestion = (
  typed: readonly string[],
  { hasParts, hasSaved }: { hasParts: boolean; hasSaved: boolean },
) =>
  hasSaved
    ? {
        question: `Save ${typed.length > 0 ? nameSome(typed) : 'what you typed'} before you close?`,
        yes: 'Save and close',
        other: messages.closeYes,
        no: messages.keepEditing,
      }
    : {
        question: hasParts && typed.length > 0 ? `Close without saving ${nameSome(typed)}?` : messages.close,
        yes: messages.closeYes,
        no: messages.keepEditing,
        danger: true,
      }
