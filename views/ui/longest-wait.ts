/** A change waits on a device for a week at most: as long as its key is known, so that it is never done twice. */
export const LONGEST_WAIT_MS = 7 * 86_400_000
