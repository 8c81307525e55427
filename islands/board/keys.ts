import { isLane } from '#db/job-status.ts'

type BoardKey = { kind: 'focus'; id: string } | { kind: 'shift'; id: string; by: -1 | 1 }

export function cardKeyAction(
  key: string,
  id: string,
  lanes: ReadonlyMap<number, readonly string[]>,
): BoardKey | undefined {
  if (key === '[') return { kind: 'shift', id, by: -1 }
  if (key === ']') return { kind: 'shift', id, by: 1 }
  const [lane = 0, ids = []] = [...lanes].find(([, ids]) => ids.includes(id)) ?? []
  const at = ids.indexOf(id)
  const next = {
    ArrowUp: ids[at - 1],
    ArrowDown: ids[at + 1],
    Home: ids[0],
    End: ids.at(-1),
    ArrowLeft: neighbourCard(lanes, lane, at, -1),
    ArrowRight: neighbourCard(lanes, lane, at, 1),
  }[key]
  return next ? { kind: 'focus', id: next } : undefined
}

function neighbourCard(
  lanes: ReadonlyMap<number, readonly string[]>,
  lane: number,
  at: number,
  by: -1 | 1,
): string | undefined {
  for (let next = lane + by; isLane(next); next += by) {
    const ids = lanes.get(next) ?? []
    if (ids.length > 0) return ids[Math.min(at, ids.length - 1)]
  }
}
