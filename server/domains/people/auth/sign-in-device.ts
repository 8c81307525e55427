import type { Meta } from '#server/http/context.ts'

const userAgent = (request: Request) => request.headers.get('user-agent') ?? ''

export const signInDevice = ({ meta, request }: { meta: Meta; request: Request }) => ({
  address: meta.address,
  agent: userAgent(request),
})
