import type { Meta } from '#server/http/context.ts'

const agentOf = (request: Request) => request.headers.get('user-agent') ?? ''

/** Where somebody signs in from, as their list of sessions shows it. */
export const from = ({ meta, request }: { meta: Meta; request: Request }) => ({
  address: meta.address,
  agent: agentOf(request),
})
