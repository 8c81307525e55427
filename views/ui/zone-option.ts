import type { Option } from './select.tsx'

/** Under its continent. */
export function zoneOption(zone: string): Option {
  const [group = '', ...rest] = zone.split('/')
  const words = (rest.join(', ') || zone).replaceAll('_', ' ')
  return { value: zone, label: words, group: rest.length > 0 ? group : 'Other' }
}
