/** A badge has room for two digits. */
const MOST = 99

/** Every page counts: no further than needed to know that there are more. */
export const UNREAD_COUNTED = MOST + 1

export const formatUnread = (count: number): string => (count > MOST ? `${MOST}+` : String(count))

/** What a screen reader says of the bell. */
export const bellLabel = (label: string, count: number): string => {
  if (count === 0) return label
  return count > MOST ? `${label}, more than ${MOST} unread` : `${label}, ${count} unread`
}
