/** The ids that come back to themselves when one goes from each to what it is part of. Looks at each id once. */
export function inCircles(parents: ReadonlyMap<string, unknown>): Set<string> {
  const circling = new Set<string>()
  const turn = new Map<string, number>()
  let now = 0
  for (const start of parents.keys()) {
    now++
    const path: string[] = []
    let at: string | undefined = start
    while (at !== undefined && !turn.has(at)) {
      turn.set(at, now)
      path.push(at)
      const next = parents.get(at)
      at = typeof next === 'string' ? next : undefined
    }
    if (at !== undefined && turn.get(at) === now)
      for (const id of path.slice(path.indexOf(at))) circling.add(id)
  }
  return circling
}
