import { listLink, withQuery } from '#views/ui/links.ts'
import { Chip, type Level } from '#views/ui/small.tsx'
import type { DeliveryCounts, DeliveryStatus } from './types.ts'

const looks: Record<DeliveryStatus, { word: string; level?: Level }> = {
  draft: { word: 'Draft' },
  issued: { word: 'On its way', level: 'info' },
  delivered: { word: 'Delivered', level: 'success' },
  returned: { word: 'Came back', level: 'warning' },
}

export const DeliveryChip = ({ state }: { state: DeliveryStatus }) => (
  <Chip level={looks[state].level}>{looks[state].word}</Chip>
)

type StatesProps = { counts: DeliveryCounts; current?: string; url: string; region: string }

export function DeliveryStates({ counts, current, url, region }: StatesProps) {
  const chip = (state: DeliveryStatus | null, word: string, n: number) => (
    <a
      key={word}
      aria-current={(current || null) === state ? 'true' : undefined}
      {...listLink(withQuery(url, { state, skip: null }), region)}
    >
      {word} <span>{n}</span>
    </a>
  )
  const states = Object.keys(looks) as DeliveryStatus[]
  return (
    <nav className="states" aria-label="State">
      {chip(
        null,
        'All',
        states.reduce((sum, state) => sum + counts[state], 0),
      )}
      {states.map((state) => chip(state, looks[state].word, counts[state]))}
    </nav>
  )
}
