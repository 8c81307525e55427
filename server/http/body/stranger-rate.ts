import { unsealDevice } from '#server/access/known-device.ts'
import { cookie, DEVICE_COOKIE } from '#server/http/cookies.ts'
import { rateWindow, requestNetwork } from '#server/http/rate-window.ts'
import type { Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { strangerLimits } from './body-limits.ts'

/** Bytes a minute to one route from one address, or from a device on which somebody has signed in: 2 048 sign-ins of a whole company behind it, or 128 of the largest bodies. */
const MOST = 8 * 1024 * 1024
/** What a body counts for at least, since a short one costs a request too. */
const LEAST = 4 * 1024

const count = rateWindow(MOST)

/** Of who has not signed in. A body that does not say its length counts for the largest. @throws 429 */
export function countStrangersBody(services: Services, request: Request, { path }: Pick<Route, 'path'>) {
  const length = request.headers.get('content-length')
  const largest = strangerLimits.bytes
  const bytes = length === null ? (request.body ? largest : 0) : Math.min(Number(length) || 0, largest)
  const device = unsealDevice(services.encryption, cookie(request, DEVICE_COOKIE))
  // Strangers of the same network must not keep a person out who has signed in there before.
  const who = device ? `device ${device.deviceid}` : requestNetwork(request)
  count(services, request, Math.max(bytes, LEAST), `${path} ${who}`)
}
