import { defaults } from '#server/resources.ts'

type LabelLine = { key: string; standard: string; own: string | null }
type LabelArea = { area: string; labels: LabelLine[] }

const areas: readonly [beginning: string, area: string][] = [
  ['pages.backoffice', 'Back office'],
  ['menu.backoffice', 'Back office'],
  ['jobs.input', 'Jobs'],
  ['jobs.output', 'Jobs'],
  ['jobs.tab.', 'Jobs'],
  ['jobs.', 'Lanes and statuses'],
  ['pages.jobs', 'Jobs'],
  ['pages.admin.', 'Admin pages'],
  ['pages.customise.', 'Customise pages'],
  ['pages.', 'Pages'],
  ['menu.', 'Groups of the menu'],
  ['', 'Everywhere'],
]

const findArea = (key: string) => areas.find(([beginning]) => key.startsWith(beginning))?.[1] ?? ''

export function labelAreas(
  overrides: Record<string, string>,
  { search = '', backoffice }: { search?: string; backoffice: boolean },
): LabelArea[] {
  const wanted = search.toLowerCase()
  const lines = Object.entries(defaults).map(([key, standard]): LabelLine & { area: string } => ({
    key,
    standard,
    own: overrides[key] ?? null,
    area: findArea(key),
  }))
  const shown = lines.filter(
    ({ area, key, standard, own }) =>
      (backoffice || area !== 'Back office') &&
      [key, standard, own ?? ''].some((words) => words.toLowerCase().includes(wanted)),
  )
  const order = [...new Set(areas.map(([, area]) => area))].toReversed()
  return [...Map.groupBy(shown, ({ area }) => area)]
    .map(([area, labels]) => ({ area, labels }))
    .toSorted((a, b) => order.indexOf(a.area) - order.indexOf(b.area))
}
