/** What may have been done is never sent again, unless it carries a key by which it is done once. */
export const RETRY_RULE =
  'http-request disable-l7-retry unless METH_GET || { req.hdr(Idempotency-Key) -m found }'

/** In HTTP/1.1 with a host: "option httpchk GET /health/ready" alone sends neither, which is answered by 400. */
export const readyCheck = (host: string) => `\
option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host ${host}
  http-check expect status 200`
