import { roleFacts } from '#db/queries/people/role-facts.ts'
import { seatRows } from '#db/queries/platform/seats.ts'
import { note } from '#server/access/audit.ts'
import { checkLimits } from '#server/access/limits.ts'
import { issueToken } from '#server/access/one-time.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, object, t } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { findPeople, manage } from './api-managing.ts'
import { archivePerson, restorePerson } from './archive-person.ts'
import { changePerson, seatIn } from './change-person.ts'
import { NewUser, UserChange, UserList, UserMessage } from './input.ts'
import { invite, invitePerson } from './invite-person.ts'
import { presentPerson } from './present.ts'
import { pictureBytes } from './read-picture.ts'
import { mailReset } from './send-mail.tsx'
import { sendMessages } from './send-messages.ts'
import { setPicture } from './set-picture.ts'

const claim = 'users.manage'
const Nothing = t.Optional(object({}))

/** Sends a link that sets a new password; to who never had one, the invitation again. */
export const sendReset = (services: Services, c: Context, userid: string) =>
  c.platform.write((tx) => {
    const person = seatIn(tx.db, c.person.accountid, userid)
    if (person.archived) throw forbidden('This person is archived: restore them first.')
    checkLimits(tx, [{ key: `reset:by:${userid}`, most: 5, minutes: 60 }])
    if (person.confirmedutc) mailReset(tx, services, c.person, person, issueToken(tx, userid, 'reset'))
    else invite(tx, services, c.person, person)
    const what = person.confirmedutc ? 'passwordreset' : 'invited'
    note(tx, what, { userid: c.person.userid, accountid: c.person.accountid, detail: person.email })
    const message = person.confirmedutc
      ? `A link to set a new password is on its way to ${person.email}.`
      : `The invitation is on its way to ${person.email} again.`
    return data({ id: userid }, { message })
  })

/** Stores a picture of oneself, or as who manages people, of somebody else. */
export async function storePicture(services: Services, c: Context, userid: string, upload: unknown) {
  if (userid !== c.person.userid && !c.can(claim)) throw forbidden()
  c.platform.read((db) => seatIn(db, c.person.accountid, userid))
  const bytes = await pictureBytes(upload)
  return manage(services, c, userid, (tx, by, facts) => ({
    person: setPicture(tx, by, facts, userid, bytes),
  }))
}

/** Writes to people, at most twenty times an hour for each account. */
export async function sendTo(
  services: Services,
  c: Context,
  { userids = [], ...words }: { userids?: string[]; subject: string; message: string },
) {
  const key = `message:account:${c.person.accountid}`
  await services.platform.write((tx) => checkLimits(tx, [{ key, most: 20, minutes: 60 }]))
  const people = c.platform.read((db) => seatRows(db, c.person.accountid, userids))
  return c.write((tx) => sendMessages(tx, services, c.person, people, userids, words))
}

export const usersApi: Route[] = [
  api('GET /api/users', { claim, query: UserList, summary: 'The people of the account.' }, (c) => {
    const { status, ...query } = c.query
    const { rows, total } = findPeople(c.services, c as Context, { ...query, status: status || undefined })
    const facts = c.read(roleFacts)
    return data(
      rows.map((row) => presentPerson(row, facts)),
      { total },
    )
  }),

  api(
    'POST /api/users',
    {
      claim,
      body: NewUser,
      summary: 'Invites somebody by e-mail; who is on the platform already is seated.',
    },
    (c) =>
      manage(c.services, c, null, (tx, by, facts) => ({
        person: invitePerson(tx, c.services, by, facts, c.body),
      })),
  ),

  api(
    'PATCH /api/users/:id',
    { claim, params: ById, body: UserChange, summary: 'Changes names, roles and seat.' },
    (c) =>
      manage(c.services, c, c.params.id, (tx, by, facts) => ({
        person: changePerson(tx, by, facts, c.params.id, c.body),
      })),
  ),

  api(
    'DELETE /api/users/:id',
    { claim, params: ById, summary: 'Archives: the person is signed out of the account at once.' },
    (c) => manage(c.services, c, c.params.id, (tx, by, facts) => archivePerson(tx, by, facts, c.params.id)),
  ),

  api('POST /api/users/:id', { claim, params: ById, body: Nothing, summary: 'Restores.' }, (c) =>
    manage(c.services, c, c.params.id, (tx, by, facts) => ({
      person: restorePerson(tx, by, facts, c.params.id),
    })),
  ),

  api(
    'POST /api/users/:id/resetpassword',
    {
      claim,
      params: ById,
      body: Nothing,
      summary: 'Mails a link that sets a new password, or invites again.',
    },
    (c) => sendReset(c.services, c, c.params.id),
  ),

  api(
    'POST /api/users/sendemails',
    {
      claim,
      body: UserMessage,
      summary: 'Writes to people of the account: `userids`, `subject`, `message`.',
    },
    (c) => sendTo(c.services, c, c.body),
  ),

  api(
    'POST /api/users/file',
    {
      claim: 'seat',
      upload: true,
      summary: 'A picture of oneself, or of `userid`: multipart, one PNG or JPEG as `file`.',
    },
    async (c) => {
      const { file, userid } = (c.body ?? {}) as { file?: unknown; userid?: unknown }
      const whose = typeof userid === 'string' && userid ? userid : c.person.userid
      return data(await storePicture(c.services, c as Context, whose, file), {
        message: 'File has been uploaded successfully',
      })
    },
  ),
]
