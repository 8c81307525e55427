import type { Tx } from '#db/tenants.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { forbidden } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, saved } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { exactRate } from '#views/format.ts'
import { approveSupplierInvoice, cancelSupplierInvoice } from './approve-invoice.ts'
import { reopenSupplierInvoice } from './dialog.tsx'
import { takeCost } from './follow-costs.ts'
import { formInvoiceChange, formNewInvoice, formPaymentParts, refuseInvoiceRow } from './form.ts'
import {
  InvoiceStep,
  type InvoiceStepName,
  NewCost,
  NewSupplierInvoice,
  NewSupplierInvoiceForm,
  NewSupplierPayment,
  OfSupplierPayment,
  PaymentReversal,
  SupplierInvoiceChange,
  SupplierInvoiceForm,
  SupplierPaymentForm,
} from './input.ts'
import { paySupplier, reverseSupplierPayment } from './pay-supplier.ts'
import { presentSupplierPayment } from './payment.ts'
import { presentSupplierInvoice } from './present.ts'
import {
  addSupplierInvoice,
  changeSupplierInvoice,
  chargedLines,
  deleteSupplierInvoice,
  type SupplierInvoiceFields,
} from './save-invoice.ts'
import { keepVatNumber, supplierOfDraft, withUsualVat } from './supplier-vat.ts'

const writes = 'supplierinvoices.write'
const approves = 'supplierinvoices.approve'

type Asked = SupplierInvoiceFields & {
  status?: 'approved' | 'cancelled'
  reason?: string
  vatnumber?: string
}

export const supplierInvoicesActions: Route[] = [
  ...action(
    { api: 'POST /api/supplierinvoices', page: 'POST /supplierinvoices' },
    {
      claim: writes,
      body: NewSupplierInvoice,
      form: {
        body: NewSupplierInvoiceForm,
        input: ({ body }, db) => ({ body: formNewInvoice(db, body) }),
      },
      summary: 'A draft of what a supplier charges or credits: goods that came or went back, or text.',
    },
    (tx, viewer, { body: { vatnumber, ...input } }) => {
      if (vatnumber) requireClaim(viewer, 'suppliers.write')
      if (input.supplier) keepVatNumber(tx, input.supplier, vatnumber)
      return presentSupplierInvoice(
        tx.db,
        addSupplierInvoice(tx, { ...input, kind: input.kind ?? 'invoice' }),
      )
    },
    ({ id, kind }, c) =>
      reopenSupplierInvoice(
        c,
        id,
        kind === 'creditnote'
          ? 'Draft made: it takes nothing off what you owe yet'
          : 'Draft made: nothing is owed for it yet',
      ),
  ),

  ...action(
    { api: 'PATCH /api/supplierinvoices/:id', page: 'POST /supplierinvoices/:id/:step' },
    {
      claim: writes,
      params: ById,
      body: SupplierInvoiceChange,
      form: {
        params: InvoiceStep,
        body: SupplierInvoiceForm,
        input: ({ params, body }) => ({
          params: { id: params.id },
          body: formInvoiceChange(params.step, body),
        }),
        refused: refuseInvoiceRow,
      },
      summary: 'Changes a draft; approves it, or cancels what was approved.',
    },
    (tx, viewer, c) => {
      changeOrApprove(tx, viewer, c.params.id, c.body)
      return presentSupplierInvoice(tx.db, c.params.id)
    },
    (_, c) => {
      const { id, step } = c.params
      return reopenSupplierInvoice(c, id, said[step], { inplace: step === 'add', reason: c.body.reason })
    },
  ),

  page(
    'POST /supplierinvoices/:id/costs',
    {
      claim: 'inventory.write',
      params: ById,
      body: NewCost,
      summary:
        'Gives an item the cost at which an approved invoice charges it; its price or its margin stays.',
    },
    async (c) => {
      const { id } = c.params
      const { name, cost, price } = await c.write((tx, viewer) => {
        requireClaim(viewer, 'supplierinvoices.read')
        return takeCost(tx, c, id, c.body)
      })
      return reopenSupplierInvoice(
        c,
        id,
        `${name} costs R\u00a0${exactRate(cost)}, and its price is R\u00a0${exactRate(price)}`,
      )
    },
  ),

  ...action(
    { api: 'DELETE /api/supplierinvoices/:id', page: 'DELETE /supplierinvoices/:id' },
    { claim: writes, params: ById, summary: 'Deletes a draft of an invoice of a supplier.' },
    (tx, _, c) => {
      deleteSupplierInvoice(tx, c.params.id)
      return dataReply(null, { message: 'Draft deleted' })
    },
    () => saved('Draft deleted', 'supplierinvoices'),
  ),

  ...action(
    { api: 'POST /api/supplierpayments', page: 'POST /supplierinvoices/payments' },
    {
      claim: approves,
      body: NewSupplierPayment,
      form: {
        body: SupplierPaymentForm,
        input: ({ body: { invoiceid, amount, ...rest } }) => ({
          body: { ...rest, parts: formPaymentParts({ invoiceid, amount }) },
        }),
        refused: refuseInvoiceRow,
      },
      summary: 'Books money paid to a supplier for some invoices, less what credit notes take off.',
    },
    (tx, _, c) =>
      presentSupplierPayment(tx.db, paySupplier(tx, { ...c.body, supplier: c.body.supplier ?? '' })),
    () => saved('Payment recorded', 'supplierinvoices'),
  ),

  ...action(
    {
      api: 'POST /api/supplierpayments/:supplierpaymentid/reverse',
      page: 'POST /supplierinvoices/payments/:supplierpaymentid/reverse',
    },
    {
      claim: approves,
      params: OfSupplierPayment,
      body: PaymentReversal,
      summary: 'Takes a payment to a supplier back, with a reason: what it paid is owed again.',
    },
    (tx, _, c) => {
      reverseSupplierPayment(tx, c.params.supplierpaymentid, c.body.reason)
      return presentSupplierPayment(tx.db, c.params.supplierpaymentid)
    },
    () => saved('Payment taken back', 'supplierinvoices'),
  ),
]

const said: Record<InvoiceStepName, string> = {
  save: 'Draft saved',
  add: 'Added',
  approve: 'Approved: it is owed now',
  cancel: 'Cancelled: nothing of it is owed',
}

/** Whoever enters it may not be who approves it. */
function changeOrApprove(tx: Tx, viewer: Viewer, id: string, { status, reason, ...change }: Asked) {
  if (status) requireClaim(viewer, approves)
  if (status === 'cancelled') return cancelSupplierInvoice(tx, id, { version: change.version, reason })
  const { version, vatnumber, ...fields } = change
  if (vatnumber) requireClaim(viewer, 'suppliers.write')
  const isKept = keepVatNumber(tx, fields.supplier ?? supplierOfDraft(tx.db, id), vatnumber, id)
  const lines = isKept ? withUsualVat(fields.lines ?? chargedLines(tx.db, id)) : fields.lines
  const isChanged = isKept || Object.values(fields).some((value) => value !== undefined)
  if (isChanged || !status) changeSupplierInvoice(tx, id, { ...fields, version, lines })
  if (status) approveSupplierInvoice(tx, id, { reason, version: isChanged ? undefined : version })
}

function requireClaim(viewer: Viewer, claim: Claim) {
  if (!viewer.claims.has(claim)) throw forbidden()
}
