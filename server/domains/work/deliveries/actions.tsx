import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { type Data, dataReply, saved } from '#server/http/reply.ts'
import { action, asyncAction, type Route } from '#server/http/route.ts'
import { changeDelivery, type DeliveryInput } from './change-delivery.ts'
import { packDialog, reopenDialog } from './dialog.tsx'
import { visibleDelivery } from './find-delivery.ts'
import { formChange, formDraft, refuseByFormFields, said } from './form.ts'
import { DeliveryChange, DeliveryForm, DeliveryStep, NewDelivery, NewDeliveryForm, Packing } from './input.ts'
import { issueDelivery, makeAndIssue } from './issue-now.ts'
import { packLine } from './pack-line.ts'
import { presentDelivery } from './present.ts'
import { addDelivery, deleteDelivery } from './save-draft.ts'

const claim = 'delivery.write'

const ofNewDelivery = {
  body: NewDelivery,
  form: {
    body: NewDeliveryForm,
    input: ({ body }: { body: Parameters<typeof formDraft>[0] }) => ({ body: formDraft(body) }),
    refused: refuseByFormFields,
  },
}

/** What a call answers: a note of hundreds of lines takes long to read, and a form shows none of it. */
const answerDelivery = ({ data: { id }, message }: Data<{ id: string }>, c: Context) =>
  dataReply(
    c.read((db, viewer) => presentDelivery(db, viewer, id)),
    { message },
  )

export const deliveriesActions: Route[] = [
  ...action(
    { api: 'POST /api/delivery', page: 'POST /deliveries' },
    {
      claim,
      ...ofNewDelivery,
      summary: 'A draft of a delivery note, of lines of one client that go to one place.',
    },
    (tx, viewer, c) => presentDelivery(tx.db, viewer, addDelivery(tx, viewer, c.body)),
    ({ id }, c) => reopenDialog(c, id, 'Draft made: nothing has left yet'),
  ),

  ...asyncAction(
    { api: 'POST /api/delivery/issued', page: 'POST /deliveries/issued' },
    {
      claim,
      ...ofNewDelivery,
      summary: 'Makes a delivery note and issues it at once, so that it can be handed over.',
    },
    (c) => makeAndIssue(c, c.body, warned),
    ({ id, number }, c, message) =>
      reopenDialog(c, id, [said('issue', number), message].filter(Boolean).join('. '), {
        warning: message !== '',
        tab: 'proof',
      }),
    answerDelivery,
  ),

  ...asyncAction(
    { api: 'PATCH /api/delivery/:id', page: 'POST /deliveries/:id/:step' },
    {
      claim,
      canwait: true,
      params: ById,
      body: DeliveryChange,
      form: {
        params: DeliveryStep,
        body: DeliveryForm,
        input: ({ params, body }) => ({ params: { id: params.id }, body: formChange(params.step, body) }),
        refused: refuseByFormFields,
      },
      summary:
        'Changes a draft; issues it, proves that it was received, says what came back, or what was sold of a consignment.',
    },
    (c) => issueOrChange(c, c.params.id, c.body),
    ({ number }, c, message) =>
      reopenDialog(c, c.params.id, [said(c.params.step, number), message].filter(Boolean).join('. '), {
        warning: message !== '',
      }),
    answerDelivery,
  ),

  ...action(
    { api: 'DELETE /api/delivery/:id', page: 'DELETE /deliveries/:id' },
    { claim, params: ById, summary: 'Deletes a draft of a delivery note.' },
    (tx, viewer, c) => {
      deleteDelivery(tx, viewer, c.params.id)
      return dataReply(null, { message: 'Draft deleted' })
    },
    () => saved('Draft deleted', 'deliveries'),
  ),

  ...action(
    { api: 'POST /api/delivery/:id/packages', page: 'POST /deliveries/:id/packages' },
    {
      claim,
      params: ById,
      body: Packing,
      summary: 'Packs lines of a draft in a piece of equipment, by its barcode or its id.',
    },
    (tx, viewer, c) => {
      packLine(tx, viewer, c.params.id, c.body)
      return presentDelivery(tx.db, viewer, c.params.id)
    },
    (_, c) => packDialog(c, c.params.id),
  ),
]

const warned = <T,>(note: T, warnings: readonly string[]) =>
  dataReply(note, { message: warnings.join(' ') || undefined })

/** @throws as `planDelivery` and `changeDelivery` */
function issueOrChange(c: Context, id: string, input: DeliveryInput) {
  if (input.status === 'issued') return issueDelivery(c, id, input, warned)
  return c.write((tx, viewer) => {
    const warnings = changeDelivery(tx, viewer, id, input)
    return warned({ id, number: visibleDelivery(tx.db, viewer, id).delivery.number }, warnings)
  })
}
