import type { Context } from '#server/http/context.ts'
import { ById, FileUpload } from '#server/http/fields.ts'
import { dataReply, fragment, snackbarHeaders } from '#server/http/reply.ts'
import { asyncAction, page, type Route } from '#server/http/route.ts'
import { PicturePart } from '#views/people/users/picture.tsx'
import { PictureUpload } from './input.ts'
import type { PresentedPerson } from './present.ts'
import { setPicture } from './set-picture.ts'
import { uploadPicture } from './upload-picture.ts'
import { writePerson } from './write-person.ts'

const UPLOADED = 'File has been uploaded successfully'
const OWN = '/account/profile/picture'

const pictureReply = ({ id, name, picture }: PresentedPerson, url = `/admin/users/${id}/picture`) =>
  fragment(<PicturePart name={name} picture={picture} url={url} />, {
    headers: snackbarHeaders(picture ? UPLOADED : 'The picture is gone', { refresh: { table: 'users' } }),
  })

const removePicture = (c: Context, userid: string) =>
  writePerson(c, userid, (tx, by, allRoles) => ({ person: setPicture(tx, by, allRoles, userid, null) }))

export const pictureActions: Route[] = [
  ...asyncAction(
    { api: 'POST /api/users/file', page: 'POST /admin/users/:id/picture' },
    {
      claim: 'seat',
      body: PictureUpload,
      form: {
        claim: 'users.manage',
        params: ById,
        body: FileUpload,
        input: ({ params, body }) => ({ body: { ...body, userid: params.id } }),
      },
      upload: 'picture',
      summary: 'A picture of oneself, or of `userid`: multipart, one PNG or JPEG as `file`.',
    },
    async (c) =>
      dataReply(await uploadPicture(c, c.body.userid || c.person.userid, c.body.file), { message: UPLOADED }),
    (person) => pictureReply(person),
  ),

  page(
    'DELETE /admin/users/:id/picture',
    { summary: 'Removes a colleague’s picture.', claim: 'users.manage', params: ById },
    async (c) => pictureReply(await removePicture(c, c.params.id)),
  ),

  page(
    `POST ${OWN}`,
    { summary: 'Takes one’s picture.', claim: 'seat', body: FileUpload, upload: 'picture' },
    async (c) => pictureReply(await uploadPicture(c, c.person.userid, c.body.file), OWN),
  ),

  page(`DELETE ${OWN}`, { summary: 'Removes one’s picture.', claim: 'seat' }, async (c) =>
    pictureReply(await removePicture(c, c.person.userid), OWN),
  ),
]
