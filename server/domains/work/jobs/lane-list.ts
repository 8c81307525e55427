/** Changed as text: parsing and writing a hundred ids would cost more than the rest of a move. */
export type LaneList = string

export const EMPTY: LaneList = '[]'

const quoteId = (id: string) => `"${id}"`

export const hasId = (list: LaneList, id: string) => list.includes(quoteId(id))

export function removeId(list: LaneList, id: string): LaneList {
  const mark = quoteId(id)
  const at = list.indexOf(mark)
  if (at < 0) return list
  const [before, after] = [list.slice(0, at), list.slice(at + mark.length)]
  if (after.startsWith(',')) return before + after.slice(1)
  return (before.endsWith(',') ? before.slice(0, -1) : before) + after
}

export const prependId = (list: LaneList, id: string): LaneList =>
  list === EMPTY ? `[${quoteId(id)}]` : `[${quoteId(id)},${list.slice(1)}`

export function insertAfter(list: LaneList, id: string, after: string): LaneList {
  const end = list.indexOf(quoteId(after)) + after.length + 2
  return `${list.slice(0, end)},${quoteId(id)}${list.slice(end)}`
}

export const lastId = (list: LaneList): string | null =>
  list === EMPTY ? null : list.slice(list.lastIndexOf('"', list.length - 3) + 1, -2)

export function idBefore(list: LaneList, id: string): string | null {
  const at = list.indexOf(quoteId(id))
  return at <= 1 ? null : list.slice(list.lastIndexOf('"', at - 3) + 1, at - 2)
}

/** 0 for the first; -1 for a job that is not in the list. */
export function findRank(list: LaneList, id: string): number {
  const at = list.indexOf(quoteId(id))
  return at < 0 ? -1 : list.slice(0, at).split(',').length - 1
}
