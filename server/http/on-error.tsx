import { ParseError, ValidationError } from 'elysia'
import { reportDiskFault } from '#db/disk-fault.ts'
import { ServedElsewhere } from '#db/placement.ts'
import { TenantUnavailable } from '#db/tenant-files.ts'
import { ProgramEnds } from '#db/tenant-writer.ts'
import { isMoving, noteElsewhere } from '#server/cells/forward-request.ts'
import { notFound, Problem, UNEXPECTED, unknownAddress } from '#server/errors.ts'
import { logUnexpected } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { asFormError, VersionConflict } from '#server/version-conflict.ts'
import { CORRECT_MARKED } from '#views/ui/field-rules.ts'
import { FormErrors } from '#views/ui/form.tsx'
import { withQuery } from '#views/ui/links.ts'
import { UNABLE_TO_DOWNLOAD } from '#views/ui/unable-to-download.ts'
import { NotSeated, NotSignedIn } from './authenticate.ts'
import { errorPage } from './error-page.tsx'
import { ReplayedError } from './idempotency.ts'
import { maskSecrets } from './mask-secrets.ts'
import { type InputError, refuseInput } from './refuse-input.ts'
import { getMeta, isDocumentRequest, isHtmx, wantsJson } from './request.ts'
import { html, json, redirectTo } from './responses.ts'

export function onError(services: Services, request: Request, thrown: unknown): Response {
  const error = findCause(thrown)
  if (error instanceof ReplayedError) return error.response()
  reportUploadFault(services, error)
  noteElsewhere(services, request, error)
  const url = new URL(request.url)
  const problem = toProblem(request, error, isDownload(url) ? UNABLE_TO_DOWNLOAD : UNEXPECTED)
  // A 503 that we throw ourselves is a refusal, not a fault.
  if (problem.status >= 500 && !isRefusal(error)) log(request, error)
  const headers: Record<string, string> = {
    ...(problem.more.retryafter ? { 'retry-after': String(problem.more.retryafter) } : {}),
    ...(problem instanceof NotSeated ? { 'x-joblane-viewer': '' } : {}),
  }
  if (isCall(request, url) || wantsJson(request)) return json(errorBody(problem), problem.status, headers)
  if ((error as { code?: string }).code === 'NOT_FOUND' && isDocumentRequest(request))
    return errorPage(services, request, unknownAddress(), headers)
  if (isHtmx(request)) return forHtmx(request, problem, headers)
  return forBrowser(services, request, url, problem, headers)
}

/** Of a file that was being stored: the databases are watched where they are written. */
function reportUploadFault({ config }: Services, error: unknown) {
  const { path } = (error ?? {}) as { path?: unknown }
  if (typeof path === 'string' && path.startsWith(config.data)) reportDiskFault(error, path)
}

const isRefusal = (error: unknown) =>
  error instanceof ServedElsewhere ||
  error instanceof ProgramEnds ||
  (error instanceof Problem && error.status === 503)

/** What admission refused with. Elysia takes it for a fault of the body when that is still unread. */
export class AdmissionError extends Error {
  constructor(override readonly cause: unknown) {
    super('refused')
  }
}

function findCause(thrown: unknown): unknown {
  const inner = thrown instanceof ParseError ? thrown.cause : thrown
  if (inner instanceof AdmissionError) return inner.cause
  return inner instanceof Problem ? inner : thrown
}

/** The specification puts some calls outside /api; no route answers an address that is not known there. */
const isCall = (request: Request, { pathname }: URL) =>
  pathname.startsWith('/api/') || getMeta(request).route?.kind === 'api'

const isDownload = ({ pathname }: URL) => /^\/render\/|\/(export|download)(\/|$)/.test(pathname)

const errorBody = ({ message, more }: Problem) => ({
  message,
  ...(more.code ? { code: more.code } : {}),
  ...(more.fields ? { fields: more.fields } : {}),
  ...(more.data !== undefined ? { data: more.data } : {}),
})

function forHtmx(request: Request, thrown: Problem, headers: Record<string, string>): Response {
  const problem = thrown instanceof VersionConflict ? asFormError(thrown) : thrown
  const status = problem.status as number
  if (problem instanceof NotSignedIn)
    return redirectTo(withQuery('/timeout', { next: pageOf(request) }), true)
  if (problem instanceof NotSeated) return redirectTo('/', true)
  const { fields, data } = problem.more
  // A wrong password (401) and a locked name (429) are answers to the form, not to the session.
  if ([400, 401, 409, 429].includes(status))
    return html(
      <FormErrors message={headline(problem)} fields={fields ?? formatConflict(data)} />,
      status === 409 ? 409 : 422,
      headers,
    )
  return json(errorBody(problem), status, headers)
}

/** Where the person is, as htmx says; null where it says nothing. */
function pageOf(request: Request): string | null {
  const page = URL.parse(request.headers.get('hx-current-url') ?? '')
  return page && page.pathname + page.search
}

/** A sentence that already stands beside its field is not said twice above the form. */
function headline({ message, more: { fields = {} } }: Problem): string {
  const [first] = Object.values(fields)
  return first && message.endsWith(first) ? CORRECT_MARKED : message
}

function formatConflict(current: unknown): Record<string, string> {
  if (typeof current !== 'object' || current === null) return {}
  return Object.fromEntries(
    Object.entries(current)
      .filter(([name, value]) => ['string', 'number'].includes(typeof value) && !/^id$|utc$/.test(name))
      .map(([name, value]) => [
        name,
        name === 'version' ? String(value) : `Now saved: ${formatNumberValue(value)}`,
      ]),
  )
}

const formatNumberValue = (value: unknown) =>
  typeof value === 'number' ? String(value).replace('.', ',') : value

function forBrowser(
  services: Services,
  request: Request,
  url: URL,
  problem: Problem,
  headers: Record<string, string>,
) {
  if (problem instanceof NotSignedIn && isDocumentRequest(request))
    return redirectTo(
      url.pathname === '/' ? '/signin' : `/signin?next=${encodeURIComponent(url.pathname + url.search)}`,
    )
  if (problem instanceof NotSeated && problem.more.code === 'noaccount') return redirectTo('/account/create')
  return errorPage(services, request, problem, headers)
}

function toProblem(request: Request, error: unknown, unexpected: string): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ServedElsewhere) return isMoving()
  if (error instanceof ValidationError)
    // What cannot be an id is answered like an id that is not there.
    return error.type === 'params' ? notFound() : refuseInput(error.all as InputError[])
  if (error instanceof ParseError) return new Problem(400, 'The request body could not be read.')
  if (error instanceof ProgramEnds)
    return new Problem(
      503,
      'The program is being stopped or started again: nothing was changed. Please try again in a minute.',
      { code: 'ending', retryafter: 30 },
    )
  if (error instanceof TenantUnavailable)
    return new Problem(
      503,
      'The data of your account cannot be opened at the moment. Nothing that you saved is lost; please try again or ask your system administrator.',
      { code: 'accountdown', retryafter: 5 },
    )
  // Nobody reads this any more.
  if (request.signal.aborted && error instanceof DOMException && error.name === 'AbortError')
    return new Problem(400, 'The connection was closed before this was done.')
  const code = (error as { code?: string } | null)?.code
  if (code === 'NOT_FOUND') return new Problem(404, 'Page could not be found')
  // The second half: an uploaded file, which no database writes.
  if (/^SQLITE_(FULL|READONLY|IOERR)|^(ENOSPC|EDQUOT|EROFS|EIO)$/.test(code ?? ''))
    return new Problem(
      503,
      'The disk is full or read-only: nothing was saved. Please ask your system administrator.',
    )
  // Of an account's file it is said above; this is the one of the platform.
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code ?? ''))
    return new Problem(
      503,
      'A data file of this installation is damaged. Please tell your system administrator: its log names the file.',
    )
  return new Problem(500, unexpected)
}

const fileOf = (error: Error) => ('path' in error ? `${error.path}: ` : '')

function log(request: Request, error: unknown) {
  const url = new URL(request.url)
  const asked = `${request.method} ${maskSecrets(url.pathname)}`
  logUnexpected(error instanceof Error ? `${asked} ${fileOf(error)}`.trimEnd() : asked, error)
}
