import { hourWords } from '#db/hour-words.ts'

const counted = new Set(
  `bag bale bar bottle box bucket bundle can card carton coil copy crate cup cylinder day drum foot
  gallon hectare hour inch jar job kilogram kilometre length litre load metre mile minute month night pack packet
  page pail pair pallet panel piece plank plant plate pole pot ream reel roll sack session set sheet shift spool
  stick strip tablet tank tin ton tonne tray tree trip tube unit visit week yard`.split(/\s+/),
)

const irregular: Record<string, string> = { copy: 'copies', foot: 'feet' }

/** As it is said of that many: `2 hours`. Symbols such as kg, and words of another language, stay as they are. */
export function unitWord(unit: string, isOne: boolean): string {
  const word = unit.toLowerCase()
  if (isOne || !counted.has(word)) return unit
  return irregular[word] ?? unit + (/(?:x|ch)$/.test(word) ? 'es' : 's')
}

/** A unit of time, of which nothing lies in stock. */
export const isHour = (unit: string): boolean => hourWords.includes(unit.trim().toLowerCase())
