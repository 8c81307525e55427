import { findOpenLink, findRepeatedAnswer, linkPdf } from '#db/queries/work/job-links.ts'
import type { LinkPurpose } from '#db/schema/tenant/index.ts'
import { Problem } from '#server/errors.ts'
import { disposition } from '#server/files/disposition.ts'
import type { Reply } from '#server/http/context.ts'
import { rateWindow } from '#server/http/rate-window.ts'
import { rawReply } from '#server/http/reply.ts'
import { wantsJson } from '#server/http/request.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { mailWaitsUntil } from '#server/mail/queued-mail.ts'
import { drawSignature, parseSignature } from '#server/signature.ts'
import { readZone } from '#server/zone.ts'
import { AnsweredPage, type AnsweredProps } from '#views/work/joblinks/answered.tsx'
import { AnsweredPaper, ClientPage, type TypedAnswer } from '#views/work/joblinks/client-page.tsx'
import { OutdatedLink, ShutLink } from '#views/work/joblinks/dead-link.tsx'
import { answeredName } from '#views/work/joblinks/words.ts'
import { type AnswerOutcome, answerLink, checkAnswer, clientActor, type GivenAnswer } from './answer-link.ts'
import { CLIENT_HEADERS, clientReply, countRead, deadLink, findOwnPerson } from './client-reply.tsx'
import { Answer, ByCode } from './input.ts'
import {
  type EndedLink,
  type LinkContext,
  nameLink,
  type ReadLink,
  readEndedLink,
  readLink,
  takesAnswers,
} from './link-reader.ts'
import { mailAnswer } from './mail-answer.tsx'
import { printAnswered } from './print-answered.ts'
import { recordOpened } from './record-opened.ts'
import type { Shown } from './shown.ts'

const countAnswers = rateWindow(20)

/** @throws 429 */
function readCounted(c: LinkContext, purpose: LinkPurpose): Promise<ReadLink | undefined> {
  countRead(c)
  return readLink(c, purpose)
}

const shownIn = ({ link }: ReadLink): Shown => JSON.parse(link.shown)
const organisationOf = (found: ReadLink) => shownIn(found).data.organisation

/** @throws 409 for a program */
function outdatedLink({ request }: LinkContext, found: ReadLink): Reply {
  const organisation = organisationOf(found)
  if (wantsJson(request))
    throw new Problem(409, `This changed since it was sent. Ask ${organisation.name} for the new one.`, {
      code: 'outdated',
    })
  return clientReply(<OutdatedLink {...organisation} />, 'This has changed', organisation.name, 409)
}

/** @throws 403 for a program */
function shutLink({ request }: LinkContext, found: ReadLink): Reply {
  const organisation = organisationOf(found)
  if (wantsJson(request))
    throw new Problem(403, `This cannot be answered by the link at the moment. Tell ${organisation.name}.`, {
      code: 'shut',
    })
  return clientReply(<ShutLink {...organisation} />, 'Not possible at the moment', organisation.name, 403)
}

/** What was answered is read on until the link's last day; of any other it is told whose it was. */
function endedLink(c: LinkContext, ended: EndedLink | undefined): Reply {
  if (!ended?.answered || wantsJson(c.request)) return deadLink(c, ended?.shown.data.organisation)
  const { shown, paper, accountid, answered, visit, deposit } = ended
  const { name } = shown.data.organisation
  const zone = c.services.tenants.read(accountid, readZone)
  return clientReply(
    <AnsweredPaper {...{ shown, paper, answered, zone, visit, deposit }} url={c.url.pathname} />,
    `${paper} from ${name}`,
    name,
  )
}

function paperReply(c: LinkContext, { accountid, link }: ReadLink): Reply {
  const bytes = c.services.tenants.read(accountid, (db) => linkPdf(db, link.id))
  return bytes ? pdfReply(bytes, `${link.paper}.pdf`) : deadLink(c)
}

const pdfReply = (bytes: Uint8Array, filename: string): Reply =>
  rawReply(bytes, 'application/pdf', {
    headers: { ...CLIENT_HEADERS, 'content-disposition': disposition(filename, true) },
  })

type Answered = Parameters<typeof printAnswered>[2] & { accountid: string; linkid: string }

/** In the queue of the account, as a person of their own. */
const printPaper = (c: LinkContext, { accountid, linkid, ...of }: Omit<Answered, 'zone'>) =>
  printAnswered(
    c.services.files,
    { accountid, userid: linkid, signal: c.request.signal },
    { ...of, zone: c.services.tenants.read(accountid, readZone) },
  )

type Refused = { typed: TypedAnswer; errors: Record<string, string> }

function answerPage(c: LinkContext, found: ReadLink, refused?: Refused): Reply {
  if (found.outdated) return outdatedLink(c, found)
  const { link } = found
  const { name } = organisationOf(found)
  if (!takesAnswers(c, found.accountid)) return shutLink(c, found)
  return clientReply(
    <ClientPage
      purpose={link.purpose}
      shown={shownIn(found)}
      reference={link.reference}
      url={c.url.pathname}
      paper={link.paper}
      visit={found.visit}
      expires={link.expiresutc}
      zone={c.services.tenants.read(found.accountid, readZone)}
      once={refused?.typed.once || crypto.randomUUID()}
      typed={refused?.typed}
      errors={refused?.errors}
    />,
    `${link.paper} from ${name}`,
    name,
    refused ? 422 : 200,
  )
}

type Posted = Omit<TypedAnswer, 'answer'> & { answer: 'approve' | 'change' | 'refuse' }

async function answer(c: LinkContext, purpose: LinkPurpose, typed: Posted): Promise<Reply> {
  countAnswers(c.services, c.request, 1)
  const named = await nameLink(c)
  const found = named && (await readLink(c, purpose))
  if (!named) return deadLink(c)
  if (!found && !isRepeated(c, named, typed.once))
    return deadLink(c, (await readEndedLink(c, purpose))?.shown.data.organisation)
  const { accountid, codehash } = named
  if (found && (found.outdated || !takesAnswers(c, accountid))) return answerPage(c, found)
  try {
    checkAnswer(typed)
    const drawn = parseSignature(typed.signature)
    const signature = drawn && { drawn, png: drawSignature(drawn) }
    const agent = (c.request.headers.get('user-agent') ?? '').slice(0, 300)
    const beside = await findOwnPerson(c, accountid)
    const answeredutc = c.now().toISOString()
    const given = { ...typed, answeredutc, signature, address: c.meta.address, agent, beside }
    // Nobody is told that their answer failed for its paper, which their link prints again.
    const pdf = found && (await printPaper(c, answeredBy(found, given)).catch(() => undefined))
    const waits = mailWaitsUntil(c.services, { accountid }) !== undefined
    let mailed = false
    const outcome = await c.services.tenants.write(accountid, clientActor(typed.name), (tx) => {
      const done = answerLink(tx, { codehash, purpose }, given)
      if (!done?.link) return done
      mailed = mailAnswer(tx, c.services.encryption, done.link, { ...given, pdf }) && !waits
      return done
    })
    if (!outcome) return deadLink(c)
    return wantsJson(c.request)
      ? answeredJson(outcome)
      : await answeredPage(c, purpose, outcome, { mailed, pdf })
  } catch (error) {
    if (!(error instanceof Problem) || !found) throw error
    if (error.more.code === 'outdated') return outdatedLink(c, found)
    if (!error.more.fields || wantsJson(c.request)) throw error
    return answerPage(c, found, { typed, errors: error.more.fields })
  }
}

const answeredBy = (found: ReadLink, { signature, answeredutc, ...given }: GivenAnswer) => ({
  ...{ accountid: found.accountid, linkid: found.link.id, shown: shownIn(found) },
  purpose: found.link.purpose,
  answered: { ...given, dateutc: answeredutc, signature: signature?.png },
})

const isRepeated = (
  { services }: LinkContext,
  { accountid, codehash }: { accountid: string; codehash: string },
  once: string,
) =>
  services.tenants.read(
    accountid,
    (db) => !findOpenLink(db, codehash) && findRepeatedAnswer(db, codehash, once) !== null,
  )

/** Sent once more, as by loading the page again, it shows the same. */
async function answeredPage(
  c: LinkContext,
  purpose: LinkPurpose,
  { answer, name }: AnswerOutcome,
  { mailed, pdf }: Pick<AnsweredProps, 'mailed' | 'pdf'>,
): Promise<Reply> {
  const ended = await readEndedLink(c, purpose)
  const { deposit, paper, answered } = ended ?? {}
  const organisation = ended?.shown.data.organisation.name
  const again =
    ended && answered && !pdf
      ? await printPaper(c, { ...ended, purpose, answered }).catch(() => undefined)
      : undefined
  const props = { purpose, answer, name, organisation, deposit, paper, mailed, pdf: pdf ?? again }
  return clientReply(<AnsweredPage {...props} />, 'Thank you', organisation)
}

const answeredJson = ({ answer, name, setid }: AnswerOutcome): Reply =>
  rawReply(JSON.stringify({ data: { answer, name, set: setid } }), 'application/json; charset=utf-8', {
    headers: CLIENT_HEADERS,
  })

const routesFor = (purpose: LinkPurpose, what: string): Route[] => [
  publicPage(
    `GET /www/job/${purpose}/:code`,
    { params: ByCode, summary: `${what}, by a link. It changes nothing.` },
    async (c) => {
      const found = await readCounted(c, purpose)
      return found ? answerPage(c, found) : endedLink(c, await readEndedLink(c, purpose))
    },
  ),

  publicPage(
    `GET /www/job/${purpose}/:code/pdf`,
    {
      params: ByCode,
      summary: 'What is shown there, as the PDF that was stored; once it is answered, with the answer on it.',
    },
    async (c) => {
      const found = await readCounted(c, purpose)
      const ended = found ? undefined : await readEndedLink(c, purpose)
      if (found?.outdated) return outdatedLink(c, found)
      if (found) return paperReply(c, found)
      if (!ended?.answered) return endedLink(c, ended)
      const { answered, ...of } = ended
      return pdfReply(await printPaper(c, { ...of, purpose, answered }), answeredName(ended.paper))
    },
  ),

  publicPage(
    `POST /www/job/${purpose}/:code`,
    { params: ByCode, body: Answer, summary: 'What the client answers, with name, comment and signature.' },
    (c) => {
      const { answer: chosen, name = '', comment = '', signature = '', once = '' } = c.body
      return answer(c, purpose, { answer: chosen, name, comment, signature, once })
    },
  ),

  publicPage(
    `POST /www/job/${purpose}/:code/opened`,
    { params: ByCode, summary: 'Told by the page itself: a person has opened it.' },
    async (c) => {
      const found = await readCounted(c, purpose)
      if (found) await recordOpened(c.services, found, await findOwnPerson(c, found.accountid))
      return rawReply('', 'text/plain; charset=utf-8', { headers: CLIENT_HEADERS })
    },
  ),
]

export const clientPages: Route[] = [
  ...routesFor('approve', 'What a client is asked to approve'),
  ...routesFor('accept', 'The work that a client is asked to accept'),
]
