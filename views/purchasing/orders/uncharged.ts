import { formatQuantity } from '#views/format.ts'
import type { OrderLine } from './types.ts'

const NAMED = 3

/** What no invoice of the supplier charges yet, the first of it by name; empty where nothing is left. */
export function sayUncharged(lines: readonly OrderLine[]): string {
  const open = lines.filter(({ uncharged }) => uncharged > 0)
  const named = open
    .slice(0, NAMED)
    .map(({ uncharged, unit, description }) => `${formatQuantity(uncharged, unit)} ${description}`)
  const more = open.length - named.length
  return [...named, more > 0 && `${more} more`].filter(Boolean).join(', ')
}
