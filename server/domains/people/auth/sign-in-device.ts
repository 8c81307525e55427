import type { Meta } from '#server/http/context.ts'

const userAgent = (request: Request) => request.headers.get('user-agent') ?? ''

/** Where somebody signs in from, as their list of sessions shows it. */
export const signInDevice = ({ meta, request }: { meta: Meta; request: Request }) => ({
  address: meta.address,
  agent: userAgent(request),
})
