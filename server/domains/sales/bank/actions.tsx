import { baseName } from '#server/domains/work/attachments/names.ts'
import { uploadedBytes } from '#server/domains/work/attachments/store-attachment.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { noSwapReply, saved, snackbarHeaders } from '#server/http/reply.ts'
import { action, asyncAction, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { counted, formatRand } from '#views/format.ts'
import { addStatement, bookLine, readStatement, setAside } from './bank.ts'
import { BookLine, type StatementFields, StatementUpload } from './input.ts'

async function takeStatement(c: Context<unknown, unknown, StatementFields>) {
  const { file, account, date, description, unproven, ...others } = c.body
  const bytes = await uploadedBytes(file, c.services.config.maxuploadmb)
  const name = baseName((file as File).name ?? '').slice(0, 200) || 'statement'
  const given = Object.fromEntries(Object.entries(others).filter(([, column]) => column))
  const columns = date && description ? { ...given, date, description } : undefined
  return c.write((tx, viewer) =>
    addStatement(tx, viewer, account, readStatement(tx.db, { name, bytes, account, columns, unproven })),
  )
}

/** In bytes: some two hundred lines. */
const LONG_STATEMENT = 10_000

const lines = (n: number) => counted(n, 'line')

type Taken = { added: number; known: number; out: number; balance: string; warnings: readonly string[] }

const describeTaken = ({ added, known, out, balance, warnings }: Taken) =>
  [
    [
      `${lines(added)} of money that came in`,
      known > 0 && `${known} were there already`,
      out > 0 && `${lines(out)} of money that went out ${out === 1 ? 'was' : 'were'} left out`,
      balance === 'proven' && 'its balance adds up',
    ]
      .filter(Boolean)
      .join(', '),
    ...warnings,
  ].join('. ')

const toBook = { claim: 'invoices.write', params: ById } as const

export const bankActions: Route[] = [
  ...asyncAction(
    { api: 'POST /api/billing/bank', page: 'POST /billing/bank' },
    {
      claim: 'invoices.write',
      body: StatementUpload,
      upload: 'any',
      long: ({ body }) => ((body as StatementFields).file as File).size > LONG_STATEMENT,
      summary:
        'Takes in a bank statement, OFX or CSV, as `file`: each line that came in once. Nothing is booked by it.',
    },
    takeStatement,
    (taken) =>
      taken.warnings.length > 0
        ? noSwapReply(
            snackbarHeaders(describeTaken(taken), {
              ...{ level: 'warning', closedialog: true, refresh: { table: 'bank' } },
            }),
          )
        : saved(describeTaken(taken), 'bank'),
  ),

  ...action(
    { api: 'POST /api/billing/bank/:id/book', page: 'POST /billing/bank/:id/book' },
    {
      ...toBook,
      body: BookLine,
      summary:
        'Books a line as a payment of the invoice with this number, or of a client, whose oldest invoices it pays; more than is due is kept as credit.',
    },
    (tx, viewer, c) => bookLine(tx, viewer, c.params.id, c.body),
    ({ invoice, client, credit, paymentid }) =>
      saved(
        [
          `Booked for ${invoice?.number ?? client}`,
          credit > 0 && `${formatRand(credit)} more than was due is kept as credit`,
        ]
          .filter(Boolean)
          .join(', '),
        'bank',
        `/invoices/payments/${paymentid}/undo`,
      ),
    ({ credit, ...booked }) => ({ ...booked, credit: toDecimal(credit, 'cents') }),
  ),

  ...action(
    { api: 'POST /api/billing/bank/:id/ignore', page: 'POST /billing/bank/:id/ignore' },
    { ...toBook, summary: 'Puts aside a line that is no payment of a client.' },
    (tx, viewer, c) => setAside(tx, viewer, c.params.id, true),
    (_, c) => saved('Put aside', 'bank', `/billing/bank/${c.params.id}/restore`),
  ),

  ...action(
    { api: 'POST /api/billing/bank/:id/restore', page: 'POST /billing/bank/:id/restore' },
    { ...toBook, summary: 'Brings back a line that was put aside.' },
    (tx, viewer, c) => setAside(tx, viewer, c.params.id, false),
    () => saved('Brought back', 'bank'),
  ),
]
