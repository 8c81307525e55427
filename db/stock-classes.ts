/** By what a line of the class does (specification 2, section 3): it takes from stock, or its job makes it. */
const TAKING: readonly number[] = [1, 2, 5]
const MAKING: readonly number[] = [3, 4]

/** What an item is of that is bought and kept, unless somebody says otherwise. */
export const RAW_MATERIALS = 2

/** −1 takes out, 1 puts in (the job makes them). The class of the line, never the tab it stands on (decision D2). */
export function stockDirection(inventoryclass: number | null): -1 | 0 | 1 {
  if (inventoryclass === null) return 0
  if (TAKING.includes(inventoryclass)) return -1
  return MAKING.includes(inventoryclass) ? 1 : 0
}

/** Said of a class in SQL, in the words of the partial index of what leaves jobs. */
export const TAKES_OUT = `IN (${TAKING.join(', ')})`
export const PUTS_IN = `IN (${MAKING.join(', ')})`
