import type { StaticDecode } from '@sinclair/typebox'
import { seatRows } from '#db/queries/platform/seats.ts'
import { recordAudit } from '#server/access/audit.ts'
import { issueToken } from '#server/access/one-time-tokens.ts'
import { checkLimits } from '#server/access/rate-limits.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, NoBody } from '#server/http/fields.ts'
import { data, saved } from '#server/http/reply.ts'
import { asyncAction, type Route } from '#server/http/route.ts'
import { smtpFor } from '#server/mail/transport.ts'
import { archivePerson, restorePerson } from './archive-person.ts'
import { changePerson, seatIn } from './change-person.ts'
import { NewUser, UserChange, UserMessage } from './input.ts'
import { invite, invitePerson } from './invite-person.ts'
import type { PresentedPerson } from './present.ts'
import { mailReset } from './send-mail.tsx'
import { sendMessages } from './send-messages.ts'
import { writePerson } from './write-person.ts'

const claim = 'users.manage'

/** An unticked box of the form sends nothing, which means no. */
const withCheckbox = <B extends { licensed?: boolean }>({ body }: { body: B }) => ({
  body: { ...body, licensed: body.licensed ?? false },
})

/** Nobody waits for a mail that no server takes: who invites is told what is missing. */
function invitationMessage(c: Context, { email }: PresentedPerson): string {
  const { demo, development } = c.services.config
  const { accountid } = c.person
  // The first link of somebody new takes another way than what the account writes.
  const smtp = smtpFor(c.services, accountid, email)
  if (demo || development || smtp) return `An invitation is on its way to ${email}`
  if (smtpFor(c.services, accountid))
    return `${email} is invited. The mail waits until whoever runs this installation sets a mail server.`
  return `${email} is invited. The mail waits until a mail server is set under Account, Configuration.`
}

/** Sends a link that sets a new password; to who never had one, the invitation again. */
const sendPasswordLink = (c: Context, userid: string) =>
  c.platform.write((tx) => {
    const person = seatIn(tx.db, c.person.accountid, userid)
    if (person.archived) throw forbidden('This person is archived: restore them first.')
    checkLimits(tx, [{ key: `reset:by:${userid}`, most: 5, minutes: 60 }])
    if (person.confirmedutc) mailReset(tx, c.services, c.person, person, issueToken(tx, userid, 'reset'))
    else invite(tx, c.services, c.person, person)
    const kind = person.confirmedutc ? 'passwordreset' : 'invited'
    recordAudit(tx, kind, { userid: c.person.userid, accountid: c.person.accountid, detail: person.email })
    const message = person.confirmedutc
      ? `A link to set a new password is on its way to ${person.email}.`
      : `The invitation is on its way to ${person.email} again.`
    return data({ id: userid }, { message })
  })

/** At most twenty times an hour for each account. */
async function mailPeople(c: Context, { userids = [], ...words }: StaticDecode<typeof UserMessage>) {
  const key = `message:account:${c.person.accountid}`
  await c.services.platform.write((tx) => checkLimits(tx, [{ key, most: 20, minutes: 60 }]))
  const people = c.platform.read((db) => seatRows(db, c.person.accountid, userids))
  return c.write((tx) => sendMessages(tx, c.services, c.person, people, userids, words))
}

export const usersActions: Route[] = [
  ...asyncAction(
    { api: 'POST /api/users', page: 'POST /admin/users' },
    {
      claim,
      body: NewUser,
      form: { body: NewUser, input: withCheckbox },
      summary: 'Invites somebody by e-mail. What else is known of them is shown once they accept.',
    },
    (c) =>
      writePerson(c, null, (tx, by, facts) => ({ person: invitePerson(tx, c.services, by, facts, c.body) })),
    (person, c) => saved(invitationMessage(c, person), 'users'),
  ),

  ...asyncAction(
    { api: 'PATCH /api/users/:id', page: 'PATCH /admin/users/:id' },
    {
      claim,
      params: ById,
      body: UserChange,
      form: { body: UserChange, input: withCheckbox },
      summary: 'Changes names, roles and seat.',
    },
    (c) =>
      writePerson(c, c.params.id, (tx, by, facts) => ({
        person: changePerson(tx, by, facts, c.params.id, c.body),
      })),
    ({ name }) => saved(`${name} saved`, 'users'),
  ),

  ...asyncAction(
    { api: 'DELETE /api/users/:id', page: 'POST /admin/users/:id/archive' },
    { claim, params: ById, summary: 'Archives: the person is signed out of the account at once.' },
    (c) => writePerson(c, c.params.id, (tx, by, facts) => archivePerson(tx, by, facts, c.params.id)),
    ({ name }, c) => saved(`${name} archived`, 'users', `/admin/users/${c.params.id}/restore`),
  ),

  ...asyncAction(
    { api: 'POST /api/users/:id', page: 'POST /admin/users/:id/restore' },
    { claim, params: ById, body: NoBody, form: {}, summary: 'Restores.' },
    (c) =>
      writePerson(c, c.params.id, (tx, by, facts) => ({
        person: restorePerson(tx, by, facts, c.params.id),
      })),
    ({ name }) => saved(`${name} restored`, 'users'),
  ),

  ...asyncAction(
    { api: 'POST /api/users/:id/resetpassword', page: 'POST /admin/users/:id/resetpassword' },
    {
      claim,
      params: ById,
      body: NoBody,
      form: {},
      summary: 'Mails a link that sets a new password, or invites again.',
    },
    (c) => sendPasswordLink(c, c.params.id),
    (_, __, message) => saved(message, 'users'),
  ),

  ...asyncAction(
    { api: 'POST /api/users/sendemails', page: 'POST /admin/users/email' },
    {
      claim,
      body: UserMessage,
      summary: 'Writes to people of the account: `userids`, `subject`, `message`.',
    },
    (c) => mailPeople(c, c.body),
    ({ sent }) => saved(`The mail is on its way to ${sent} ${sent === 1 ? 'person' : 'people'}`, 'users'),
  ),
]
