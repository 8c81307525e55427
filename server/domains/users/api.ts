import { api, type Route } from '#server/http/route.ts'

export const usersApi: Route[] = [
  api(
    'GET /api/users/myself',
    { claim: 'seat', summary: 'Who is signed in, in which account, with which rights.' },
    ({ person }) => ({
      id: person.userid,
      name: person.name,
      email: person.email,
      accountid: person.accountid,
      account: { id: person.accountid, name: person.accountname },
      roles: person.roles,
      claims: [...person.claims],
      utcexpires: person.utcexpires,
    }),
  ),
]
