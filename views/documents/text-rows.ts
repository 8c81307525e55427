import { formatRand, longDate, vatLabel } from '#views/format.ts'
import type { DocumentContent, Texts } from './parts.tsx'
import type { Bank, DocumentTotals, Organisation, Party } from './types.ts'

export function labelledPairs(entries: [label: string, value: string | undefined][]): Texts[] {
  return entries.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

export function splitInTwo(entries: [label: string, value: string | undefined][]): Texts[] {
  const each = labelledPairs(entries)
  const half = Math.ceil(each.length / 2)
  return each.slice(0, half).map((pair, index) => {
    const next = each[half + index]
    return { ...pair, label2: next?.label, value2: next?.value }
  })
}

/** A longer text as one row for each paragraph, so that a page can break between them. */
export function paragraphs(text: string | undefined): Texts[] {
  return (text ?? '').split(/\r?\n/).flatMap((paragraph) => (paragraph.trim() ? [{ text: paragraph }] : []))
}

/** What stands below the name of a party on every paper. A person who is the party is not named twice. */
export function partyLines(party: Party | undefined): string {
  if (!party) return ''
  const { name, addresslines = [], registrationnumber, vatnumber, contactnumber, contactemail } = party
  const contactname = isSameName(party.contactname, name) ? '' : party.contactname
  const numbers = [registrationnumber && `Reg. ${registrationnumber}`, vatnumber && `VAT ${vatnumber}`]
  return [...addresslines, contactname, contactnumber, contactemail, ...numbers].filter(Boolean).join('\n')
}

const isSameName = (one = '', other = '') => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The numbers that the law wants named. */
function legalLine({ name, registrationnumber, vatnumber }: Organisation): string {
  const numbers = [registrationnumber && `Reg. ${registrationnumber}`, vatnumber && `VAT ${vatnumber}`]
  return [name, ...numbers].filter(Boolean).join('  ·  ')
}

export function totalRows({ gross, discount, net, byrate }: DocumentTotals, vendor: boolean): Texts[] {
  const reduced: [string, string][] = discount
    ? [
        ['Before discount', formatRand(gross ?? net + discount)],
        ['Discount', formatRand(-discount)],
      ]
    : []
  const taxed: [string, string][] = byrate.map((each) => [
    `${vatLabel(each)} on ${formatRand(each.net)}`,
    formatRand(each.vat),
  ])
  return labelledPairs(vendor ? [...reduced, ['Total without VAT', formatRand(net)], ...taxed] : reduced)
}

export function documentHeader(
  organisation: Organisation,
  title: string,
  reference: string,
  client = '',
  foot = '',
): DocumentContent {
  const name = [title, reference].filter(Boolean).join(' ')
  return {
    title: name,
    author: organisation.name,
    colour: brandColour(organisation),
    images: { logo: organisation.logo },
    texts: {
      title,
      documentname: name,
      clientname: client,
      legal: [legalLine(organisation), foot].filter(Boolean).join('  ·  '),
    },
    rows: {},
  }
}

export function headline(cents: number, words: string, date: string | undefined): string {
  return date ? `${formatRand(cents)} ${words} ${longDate(date)}` : formatRand(cents)
}

function brandColour({ colour }: Organisation): string {
  return /^#[0-9a-f]{6}$/i.test(colour ?? '') ? (colour as string) : '#1b2026'
}

export const bankRows = (
  organisation: Pick<Organisation, 'name'>,
  bank: Bank,
  reference: string,
): [label: string, value: string | undefined][] => [
  ['Bank', bank.bank],
  ['Account name', bank.accountname ?? organisation.name],
  ['Account number', bank.accountnumber],
  ['Branch code', bank.branchcode],
  ['Reference', bank.reference ?? reference],
]
