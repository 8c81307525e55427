import { amount, formatPercent, formatQuantity, formatRand, lineRate, longDate } from '#views/format.ts'
import { ProseBands } from './closing.tsx'
import { ContinuedBand, FootBand, PairsBand, PartiesBand, TEXT_WIDTH, TitleBand } from './frame.tsx'
import { type DocumentTable, grandTotalRows, TableHead, TableRow, TotalBands } from './lines.tsx'
import {
  DocumentBand,
  type DocumentContent,
  DocumentField,
  DocumentPage,
  DocumentRow,
  type DocumentView,
  portrait,
  type Texts,
} from './parts.tsx'
import { documentHeader, paragraphs, partyLines, splitInTwo } from './text-rows.ts'
import type { PurchaseorderData, PurchaseorderLine } from './types.ts'

const right = { align: 'right' as const }
const sums = [
  { name: 'quantity', label: 'Quantity', width: 64, ...right },
  { name: 'rate', label: 'Price', width: 62, ...right },
  { name: 'net', label: 'Amount (R)', width: 74, ...right },
]
const coded: DocumentTable = {
  name: 'codedline',
  cells: [
    { name: 'description', label: 'Item', width: 219 },
    { name: 'code', label: 'Your code', width: 80 },
    ...sums,
  ],
}
const plain: DocumentTable = {
  name: 'orderline',
  cells: [{ name: 'description', label: 'Item', width: 299 }, ...sums],
}

const Prose = ({ name }: { name: string }) => (
  <DocumentBand name={name} rows>
    <DocumentRow style={{ paddingTop: 10 }}>
      <DocumentField name="text" width={TEXT_WIDTH} />
    </DocumentRow>
  </DocumentBand>
)

export const purchaseorder: DocumentView<PurchaseorderData> = {
  paper: portrait,
  layout: (
    <DocumentPage paper={portrait}>
      <TitleBand />
      <PairsBand name="meta" />
      <PartiesBand />
      <Prose name="intro" />
      <Prose name="note" />
      <TableHead {...coded} />
      <TableRow {...coded} />
      <TableHead {...plain} />
      <TableRow {...plain} />
      <TotalBands />
      <ProseBands name="terms" title="Terms" small />
      <ContinuedBand />
      <FootBand />
    </DocumentPage>
  ),
  content,
}

function content(data: PurchaseorderData): DocumentContent {
  const { organisation, supplier, number } = data
  const title = data.title ?? 'Purchase order'
  const iscoded = data.lines.some(({ code }) => code)
  const lines = data.lines.map(lineTexts)
  const base = documentHeader(organisation, title, number ?? '', supplier.name, data.foot)
  return {
    ...base,
    texts: {
      ...base.texts,
      copymark: data.copy ? 'COPY' : number ? '' : 'DRAFT: not sent yet',
      fromlabel: 'From',
      fromname: organisation.name,
      fromlines: partyLines(organisation),
      tolabel: 'To',
      toname: supplier.name,
      tolines: partyLines(supplier),
    },
    rows: {
      meta: splitInTwo([
        ['Order number', number],
        ['Date', longDate(data.date)],
        ['Needed by', data.required && longDate(data.required)],
        ['Your reference', data.reference],
      ]),
      intro: paragraphs(data.intro),
      note: paragraphs(data.note),
      codedline: iscoded ? lines : [],
      orderline: iscoded ? [] : lines,
      total: [],
      grand: grandTotalRows('Total without VAT', data.total),
      terms: paragraphs(data.terms),
    },
  }
}

function lineTexts({
  description,
  detail,
  code,
  quantity,
  unit,
  rate,
  discount,
  net,
}: PurchaseorderLine): Texts {
  const less = discount ? `${formatRand(net)} after ${formatPercent(discount)} discount` : ''
  return {
    description,
    detail: [detail, less].filter(Boolean).join('\n'),
    code,
    quantity: formatQuantity(quantity, unit),
    rate: lineRate(rate, quantity),
    net: amount(net),
  }
}
