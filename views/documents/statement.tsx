import { fieldLabels } from '#views/field-labels.ts'
import { amount, formatRand, longDate, shortDate } from '#views/format.ts'
import { nameBalance, sayOwedOn } from '#views/sales/debtors/statement-balance.ts'
import {
  type AgeBucket,
  type Ageing,
  ageNames,
  type StatementDeposit,
  type StatementLine,
  type StatementMovement,
  type StatementMovements,
} from '#views/sales/debtors/types.ts'
import { BankBands, ProseBands } from './closing.tsx'
import { ContinuedBand, FootBand, PairsBand, PartiesBand, TEXT_WIDTH, TitleBand } from './frame.tsx'
import { type DocumentTable, grandTotalRows, TableHead, TableRow, TotalBands } from './lines.tsx'
import {
  DocumentBand,
  DocumentField,
  DocumentPage,
  DocumentRow,
  type DocumentView,
  portrait,
} from './parts.tsx'
import { bankRows, documentHeader, labelledPairs, partyLines, splitInTwo } from './text-rows.ts'
import type { Organisation, Party } from './types.ts'

type StatementData = {
  organisation: Organisation
  client: Party
  date: string
  lines: readonly StatementLine[]
  deposits: readonly StatementDeposit[]
  /** In place of what is open. */
  movements?: StatementMovements
  ages: Ageing
  foot?: string
}

const table: DocumentTable = {
  name: 'item',
  cells: [
    { name: 'date', label: 'Date', width: 66 },
    { name: 'name', label: 'Document', width: 92 },
    { name: 'about', label: 'Job or reference', width: 86 },
    { name: 'duedate', label: fieldLabels.due, width: 66 },
    { name: 'late', label: 'Days late', width: 45, align: 'right' },
    { name: 'total', label: 'Total (R)', width: 72, align: 'right' },
    { name: 'open', label: 'Still due (R)', width: 72, align: 'right' },
  ],
}

const movementTable: DocumentTable = {
  name: 'movement',
  cells: [
    { name: 'date', label: 'Date', width: 75 },
    { name: 'name', label: 'What', width: 150 },
    { name: 'about', label: 'Job or reference', width: 104 },
    { name: 'amount', label: 'Amount (R)', width: 85, align: 'right' },
    { name: 'balance', label: 'Balance (R)', width: 85, align: 'right' },
  ],
}

/** What a client owes on a day, item by item, and how long it is due. */
export const statementDocument: DocumentView<StatementData> = {
  paper: portrait,
  layout: (
    <DocumentPage paper={portrait}>
      <TitleBand />
      <PairsBand name="meta" />
      <PartiesBand />
      <DocumentBand name="headline" when="headline">
        <DocumentRow style={{ paddingTop: 20 }}>
          <DocumentField name="headline" width={TEXT_WIDTH} size={15} leading={20} bold />
        </DocumentRow>
      </DocumentBand>
      <TableHead {...table} />
      <TableRow {...table} />
      <TableHead {...movementTable} />
      <TableRow {...movementTable} />
      <TotalBands />
      <BankBands />
      <ProseBands name="note" title="Deposits held" />
      <ContinuedBand />
      <FootBand />
    </DocumentPage>
  ),
  content: ({ organisation, client, date, lines, deposits, movements, ages, foot }) => {
    const base = documentHeader(organisation, 'Statement', shortDate(date), client.name, foot)
    const { bank } = organisation
    return {
      ...base,
      texts: {
        ...base.texts,
        fromlabel: 'From',
        fromname: organisation.name,
        fromlines: partyLines(organisation),
        tolabel: 'To',
        toname: client.name,
        tolines: partyLines(client),
        headline: sayOwedOn(ages, longDate(date)),
      },
      rows: {
        meta: splitInTwo([
          ['Movements from', longDate(movements?.from)],
          [movements ? 'Until' : 'Date', longDate(date)],
        ]),
        item: movements ? [] : lines.map(lineTexts),
        movement: movements ? movementRows(movements, date) : [],
        total: labelledPairs([
          ...(Object.keys(ageNames) as AgeBucket[]).map((age): [string, string | undefined] => [
            age === 'notdue' ? ageNames[age] : `${ageNames[age]} late`,
            ages[age] ? formatRand(ages[age]) : undefined,
          ]),
          ['Received, pays no invoice yet', ages.credit ? formatRand(-ages.credit) : undefined],
        ]),
        grand: grandTotalRows(nameBalance(ages), Math.abs(ages.total)),
        note: deposits.map(({ number, jobreference, held }) => ({
          text: `${formatRand(held)} for job ${jobreference}, ${number}: it is taken off the invoice of that job.`,
        })),
        bank: bank && ages.total > 0 ? splitInTwo(bankRows(organisation, bank, client.name)) : [],
      },
    }
  },
}

const lineTexts = ({ date, name, detail, duedate, late, total, open }: StatementLine) => ({
  date: shortDate(date),
  name,
  about: detail,
  duedate: shortDate(duedate),
  late: late > 0 ? String(late) : '',
  total: amount(total),
  open: amount(open),
})

const movementRows = ({ from, opening, lines, closing }: StatementMovements, to: string) => [
  balanceTexts(from, 'Opening balance', opening),
  ...lines.map(movementTexts),
  balanceTexts(to, 'Closing balance', closing),
]

const balanceTexts = (date: string, name: string, balance: number) => ({
  date: shortDate(date),
  name,
  about: '',
  amount: '',
  balance: amount(balance),
})

const movementTexts = ({ date, name, detail, amount: cents, held, balance }: StatementMovement) => ({
  date: shortDate(date),
  name,
  about: detail,
  amount: held === null ? amount(cents) : `${amount(held)} held`,
  balance: amount(balance),
})
