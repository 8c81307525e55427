import { amount, formatRand, longDate, shortDate } from '#views/format.ts'
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
} from './parts.tsx'
import { documentHeader, labelledPairs, paragraphs, partyLines, splitInTwo } from './text-rows.ts'
import type { ReceiptData } from './types.ts'

const right = { align: 'right' as const }
const received: DocumentTable = {
  name: 'received',
  cells: [
    { name: 'date', label: 'Received on', width: 110 },
    { name: 'method', label: 'Paid by', width: 90 },
    { name: 'reference', label: 'Reference', width: 189 },
    { name: 'amount', label: 'Amount (R)', width: 110, ...right },
  ],
}
const settled: DocumentTable = {
  name: 'settled',
  cells: [
    { name: 'number', label: 'For invoice', width: 139 },
    { name: 'date', label: 'Date of issue', width: 90 },
    { name: 'total', label: 'Invoiced (R)', width: 90, ...right },
    { name: 'credited', label: 'Credited (R)', width: 80, ...right },
    { name: 'paid', label: 'Paid by this (R)', width: 100, ...right },
  ],
}

/** That money came in, and what for; the tax invoice is a document of its own. */
export const receipt: DocumentView<ReceiptData> = {
  paper: portrait,
  layout: (
    <DocumentPage paper={portrait}>
      <TitleBand />
      <PairsBand name="meta" />
      <PartiesBand />
      <DocumentBand name="headline">
        <DocumentRow style={{ paddingTop: 20 }}>
          <DocumentField name="headline" width={TEXT_WIDTH} size={15} leading={20} bold />
        </DocumentRow>
      </DocumentBand>
      <DocumentBand name="subject" rows>
        <DocumentRow style={{ paddingTop: 3 }}>
          <DocumentField name="text" width={TEXT_WIDTH} />
        </DocumentRow>
      </DocumentBand>
      {[received, settled].map((table) => [
        <TableHead key={`${table.name}head`} {...table} />,
        <TableRow key={table.name} {...table} />,
      ])}
      <TotalBands />
      <ContinuedBand />
      <FootBand />
    </DocumentPage>
  ),
  content,
}

function content(data: ReceiptData): DocumentContent {
  const { organisation, client, payments, invoices, rounding, credit } = data
  const base = documentHeader(organisation, 'Receipt', data.number ?? '', client.name)
  const sum = payments.reduce((total, payment) => total + payment.amount, 0)
  const last = payments.at(-1)?.date
  return {
    ...base,
    texts: {
      ...base.texts,
      copymark: data.copy ? 'COPY' : data.number ? '' : 'Not given out yet',
      fromlabel: 'Received by',
      fromname: organisation.name,
      fromlines: partyLines(organisation),
      tolabel: 'Received from',
      toname: client.name,
      tolines: partyLines(client),
      headline: `${formatRand(sum)} received${payments.length === 1 ? ` on ${longDate(last)}` : ''}`,
    },
    rows: {
      meta: splitInTwo([
        ['Number', data.number],
        ['Given on', shortDate(data.printed)],
      ]),
      subject: paragraphs(data.subject),
      received: payments.map((payment) => ({
        ...payment,
        date: longDate(payment.date),
        amount: amount(payment.amount),
      })),
      settled: invoices.map(({ number, date, total, credited, paid }) => ({
        number,
        date: longDate(date),
        total: amount(total),
        credited: credited === 0 ? '–' : amount(credited),
        paid: amount(paid),
      })),
      total: labelledPairs([
        ['Cash rounding, left off', rounding === 0 ? '' : formatRand(rounding)],
        ['Kept as credit', credit === 0 ? '' : formatRand(credit)],
      ]),
      grand: grandTotalRows('Received', sum),
    },
  }
}
