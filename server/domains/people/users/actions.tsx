import type { Static, StaticDecode } from '@sinclair/typebox'
import { seatRows } from '#db/queries/platform/seats.ts'
import { recordAudit } from '#server/access/audit.ts'
import { warnOfLink } from '#server/access/link-reach.ts'
import { networkSites, withLinkSite } from '#server/access/link-site.ts'
import { issueToken } from '#server/access/one-time-tokens.ts'
import { isOwnInstallation } from '#server/access/own-installation.ts'
import { checkLimits } from '#server/access/rate-limits.ts'
import { forbidden, invalid } from '#server/errors.ts'
import type { Context, Reply } from '#server/http/context.ts'
import { ById, NoBody } from '#server/http/fields.ts'
import { dataReply, fragment, mailQueued, saved, trigger } from '#server/http/reply.ts'
import { asyncAction, type Route } from '#server/http/route.ts'
import { describeQueuedMail, type QueuedNotice } from '#server/mail/queued-mail.ts'
import { counted } from '#views/format.ts'
import { InvitationLinkDialog } from '#views/people/users/invitation-link.tsx'
import { archivePerson, restorePerson } from './archive-person.ts'
import { changePerson, getSeat } from './change-person.ts'
import { NewUser, UserChange, UserMessage } from './input.ts'
import { canHandOverLink, invitationWaits, newLink } from './invitation-link.tsx'
import { invite, invitePerson } from './invite-person.ts'
import { checkChoice, joinWorker, MATCHING } from './join-worker.ts'
import type { PresentedPerson } from './present.ts'
import { mailReset } from './send-mail.tsx'
import { sendMessages } from './send-messages.ts'
import { writePerson } from './write-person.ts'

const claim = 'users.manage'

/** An unticked box of the form sends nothing, which means no. */
const withCheckbox = <B extends { licensed?: boolean }>({ body }: { body: B }) => ({
  body: { ...body, licensed: body.licensed ?? false },
})

/** A form that gives no role is asked for one: who has none comes in and sees nothing. */
function withRole(c: { body: Static<typeof NewUser> }) {
  if (c.body.roles?.length) return withCheckbox(c)
  throw invalid({ roles: 'Choose at least one role. Without one a person comes in and sees nothing.' })
}

/** Before anything is saved. @throws 403, 400 */
function checkWorker(c: Context, userid: string, choice: string | undefined) {
  if (choice === undefined) return
  if (!c.can('workers.write')) throw forbidden('Who is which worker is changed by who may change workers.')
  c.read((db) => checkChoice(db, userid, choice))
}

async function joined(c: Context, person: PresentedPerson, choice: string | undefined): Promise<string> {
  if (choice === undefined) return ''
  const name = await c.write((tx) => joinWorker(tx, person, choice))
  return name ? ` They are the worker ${name}.` : ''
}

async function invited(c: Context, person: PresentedPerson, worker: string): Promise<Reply> {
  const { message, level } = warnOfLink(c, invitationNotice(c, person))
  if (!canHandOverLink(c, person.email)) return mailQueued(c, { message: message + worker, level }, 'users')
  const link = await newLink(c, person.id)
  const done = `${person.email} is invited.${worker}`
  return fragment(
    <InvitationLinkDialog
      {...link}
      isoperator={isOwnInstallation(c)}
      sites={networkSites(c.services)}
      done={done}
    />,
    {
      headers: { 'HX-Trigger': trigger({ refresh: { table: 'users' } }) },
    },
  )
}

function invitationNotice(c: Context, { email }: PresentedPerson): QueuedNotice {
  // The first link of somebody new takes another way than what the account writes.
  const mail = { accountid: c.person.accountid, proves: email }
  const until = invitationWaits(c, email)
  return until
    ? { message: `${email} is invited. The mail waits ${until}`, level: 'warning' }
    : describeQueuedMail(c.services, { ...mail, what: 'An invitation', to: email, mailid: null })
}

/** Sends a link that sets a new password; to who never had one, the invitation again. */
const sendPasswordLink = (c: Context, userid: string) =>
  c.platform.write((tx) => {
    const person = getSeat(tx.db, c.person.accountid, userid)
    if (person.archived) throw forbidden('This person is archived: restore them first.')
    checkLimits(tx, [{ key: `reset:by:${userid}`, most: 5, minutes: 60 }])
    if (person.confirmedutc) mailReset(tx, withLinkSite(c), c.person, person, issueToken(tx, userid, 'reset'))
    else invite(tx, withLinkSite(c), c.person, person)
    const kind = person.confirmedutc ? 'passwordreset' : 'invited'
    recordAudit(tx, kind, { userid: c.person.userid, accountid: c.person.accountid, detail: person.email })
    const what = person.confirmedutc ? 'A link to set a new password' : 'The invitation'
    const { email } = person
    const about = { what, to: email, accountid: c.person.accountid, proves: email, mailid: null }
    const notice = warnOfLink(c, describeQueuedMail(c.services, about))
    return dataReply({ id: userid, waits: notice.level === 'warning' }, { message: notice.message })
  })

/** At most twenty times an hour for each account. */
async function mailPeople(c: Context, { userids = [], ...words }: StaticDecode<typeof UserMessage>) {
  const key = `message:account:${c.person.accountid}`
  await c.services.platform.write((tx) => checkLimits(tx, [{ key, most: 20, minutes: 60 }]))
  const people = c.platform.read((db) => seatRows(db, c.person.accountid, userids))
  return c.write((tx) => sendMessages(tx, withLinkSite(c), c.person, people, userids, words))
}

export const usersActions: Route[] = [
  ...asyncAction(
    { api: 'POST /api/users', page: 'POST /admin/users' },
    {
      claim,
      body: NewUser,
      form: { body: NewUser, input: withRole },
      summary: 'Invites somebody by e-mail. What else is known of them is shown once they accept.',
    },
    async (c) => {
      const { worker, ...given } = c.body
      checkWorker(c, '', worker)
      const person = await writePerson(c, null, (tx, by, allRoles) => ({
        person: invitePerson(tx, withLinkSite(c), by, allRoles, given),
      }))
      return { person, worker: await joined(c, person, worker ?? MATCHING) }
    },
    ({ person, worker }, c) => invited(c, person, worker),
    ({ person }) => person,
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
    async (c) => {
      const { worker, ...given } = c.body
      checkWorker(c, c.params.id, worker)
      const person = await writePerson(c, c.params.id, (tx, by, allRoles) => ({
        person: changePerson(tx, by, allRoles, c.params.id, given),
      }))
      await joined(c, person, worker)
      return person
    },
    ({ name }) => saved(`${name} saved`, 'users'),
  ),

  ...asyncAction(
    { api: 'DELETE /api/users/:id', page: 'POST /admin/users/:id/archive' },
    { claim, params: ById, summary: 'Archives a person, who is signed out of the account at once.' },
    (c) => writePerson(c, c.params.id, (tx, by, allRoles) => archivePerson(tx, by, allRoles, c.params.id)),
    ({ name }, c) => saved(`${name} archived`, 'users', `/admin/users/${c.params.id}/restore`),
  ),

  ...asyncAction(
    { api: 'POST /api/users/:id', page: 'POST /admin/users/:id/restore' },
    { claim, params: ById, body: NoBody, form: {}, summary: 'Restores.' },
    (c) =>
      writePerson(c, c.params.id, (tx, by, allRoles) => ({
        person: restorePerson(tx, by, allRoles, c.params.id),
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
    ({ waits }, c, message) => mailQueued(c, { message, level: waits ? 'warning' : 'success' }, 'users'),
  ),

  ...asyncAction(
    { api: 'POST /api/users/sendemails', page: 'POST /admin/users/email' },
    {
      claim,
      body: UserMessage,
      summary: 'Writes to people of the account: `userids`, `subject`, `message`.',
    },
    (c) => mailPeople(c, c.body),
    ({ sent }, c) => {
      const to = counted(sent, 'person', 'people')
      const { accountid } = c.person
      return mailQueued(
        c,
        describeQueuedMail(c.services, { what: 'The mail', to, accountid, mailid: null }),
        'users',
      )
    },
  ),
]
