import { listRoleFacts } from '#db/queries/people/role-facts.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { findPeople } from './find-people.ts'
import { PictureUpload, UserList } from './input.ts'
import { presentPerson } from './present.ts'
import { uploadPicture } from './upload-picture.ts'

const claim = 'users.manage'

export const usersApi: Route[] = [
  api('GET /api/users', { claim, query: UserList, summary: 'The people of the account.' }, (c) => {
    const { status, ...query } = c.query
    const { rows, total } = findPeople(c, { ...query, status: status || undefined })
    const facts = c.read(listRoleFacts)
    return data(
      rows.map((row) => presentPerson(row, facts)),
      { total },
    )
  }),

  api(
    'POST /api/users/file',
    {
      claim: 'seat',
      body: PictureUpload,
      upload: true,
      summary: 'A picture of oneself, or of `userid`: multipart, one PNG or JPEG as `file`.',
    },
    async (c) => {
      const { file, userid } = c.body
      return data(await uploadPicture(c, userid || c.person.userid, file), {
        message: 'File has been uploaded successfully',
      })
    },
  ),
]
