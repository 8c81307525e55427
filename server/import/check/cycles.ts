/** The ids that lead back to themselves from each to its parent. Looks at each id once. */
export function findCycles(parents: ReadonlyMap<string, unknown>): Set<string> {
  const cycling = new Set<string>()
  const visitedIn = new Map<string, number>()
  let pass = 0
  for (const start of parents.keys()) {
    pass++
    const path: string[] = []
    let at: string | undefined = start
    while (at !== undefined && !visitedIn.has(at)) {
      visitedIn.set(at, pass)
      path.push(at)
      const next = parents.get(at)
      at = typeof next === 'string' ? next : undefined
    }
    if (at !== undefined && visitedIn.get(at) === pass)
      for (const id of path.slice(path.indexOf(at))) cycling.add(id)
  }
  return cycling
}
