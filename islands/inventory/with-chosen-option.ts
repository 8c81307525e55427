type Named = { id: string; name: string }

/** A list that is offered, with what is chosen now even when it is archived since or the list may not be seen. */
export function includeChosen(list: readonly Named[] = [], chosen?: Named | null): readonly Named[] {
  return !chosen || list.some(({ id }) => id === chosen.id) ? list : [chosen, ...list]
}
