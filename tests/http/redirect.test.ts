import { expect, test } from 'bun:test'
import { redirectTo } from '#server/http/responses.ts'

test.each([
  ['/clients?search=M%C3%BCller&page=2', '/clients?search=M%C3%BCller&page=2'],
  ['/clients?search=Müller & 𞡇', '/clients?search=M%C3%BCller%20&%20%F0%9E%A1%87'],
  ['/a\r\nset-cookie: x', '/a%0D%0Aset-cookie:%20x'],
  ['/\ud800', '/%EF%BF%BD'],
])('an address of any letters fits into a header: %p', (to, header) => {
  expect(redirectTo(to).headers.get('location')).toBe(header)
  expect(redirectTo(to, true).headers.get('hx-redirect')).toBe(header)
})
