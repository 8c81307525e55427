import { findOrderPdf } from '#db/queries/purchasing/orders.ts'
import { answerAddress, limitMails, mailDocument, parseRecipient } from '#server/documents/mail-document.tsx'
import { documentName } from '#server/documents/numbering.ts'
import { emailedWords, greeting, MailForm } from '#server/domains/work/jobdocuments/mail-pages.tsx'
import { forbidden, notFound } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { fragment, mailQueued } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { sayStillWaits } from '#server/mail/papers.ts'
import { describeQueuedMail, linkMailSettings } from '#server/mail/queued-mail.ts'
import { MailDialog } from '#views/work/jobdocuments/mail.tsx'
import { getSentOrder } from './find-order.ts'
import { seesPrices } from './present.ts'
import { readOrderSnapshot } from './snapshot.ts'

export const orderMail: Route[] = [
  page(
    'GET /mail/purchaseorder/:id',
    { claim: 'purchase.write', params: ById, summary: 'The dialog that mails a purchase order.' },
    (c) => {
      const { name, snapshot } = findSent(c)
      const { supplier, organisation } = snapshot
      return fragment(
        <MailDialog
          name={name}
          pdf={`/render/purchaseorder/${c.params.id}`}
          hint={sayStillWaits(c, { kind: 'purchaseorder', id: c.params.id }, 'this order')}
          waits={c.mailwaits()}
          settings={linkMailSettings(c)}
          url={c.url.pathname}
          answers={answerAddress(organisation, c.person)}
          to={supplier.contactemail ?? ''}
          subject={`${name} from ${organisation.name}`}
          message={greeting(supplier.contactname, name)}
        />,
      )
    },
  ),

  page(
    'POST /mail/purchaseorder/:id',
    {
      claim: 'purchase.write',
      params: ById,
      body: MailForm,
      summary: 'Mails a purchase order as it was sent.',
    },
    async (c) => {
      const { platform, encryption } = c.services
      const to = parseRecipient(c.body)
      const { name, snapshot, bytes } = findSent(c)
      await limitMails(platform, c.person)
      const until = c.mailwaits()
      const mailid = await c.write((tx) => {
        const mailid = mailDocument(tx, encryption, c.person, c.body, {
          name,
          organisation: snapshot.organisation,
          bytes,
          paper: { kind: 'purchaseorder', id: c.params.id },
          record: { entity: 'purchaseorders', id: c.params.id },
          open: `/purchase/${c.params.id}`,
        })
        recordHistory(tx, 'purchaseorders', c.params.id, [
          { field: 'e-mailed', oldvalue: '', newvalue: emailedWords('order', to, until) },
        ])
        tx.publish('RecordChanged', [{ table: 'purchaseorders', id: c.params.id }])
        return mailid
      })
      return mailQueued(
        c,
        describeQueuedMail(c.services, { what: name, to, accountid: c.person.accountid, mailid }),
        'purchaseorders',
      )
    },
  ),
]

/** @throws as `getSentOrder`, 403 for who sees no prices */
function findSent(c: Context<{ id: string }>) {
  return c.read((db, viewer) => {
    const { order } = getSentOrder(db, c.params.id)
    if (!seesPrices(viewer)) throw forbidden()
    const pdf = findOrderPdf(db, order.id)
    if (!pdf) throw notFound('document')
    const name = documentName({ kind: 'purchaseorder', number: order.number })
    return { name, snapshot: readOrderSnapshot(order.snapshot), bytes: pdf.bytes }
  })
}
