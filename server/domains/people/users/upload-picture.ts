import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { whileConnected } from '#server/while-connected.ts'
import { getSeat } from './change-person.ts'
import { pictureBytes } from './read-picture.ts'
import { setPicture } from './set-picture.ts'
import { writePerson } from './write-person.ts'

export async function uploadPicture(c: Context, userid: string, upload: unknown) {
  if (userid !== c.person.userid && !c.can('users.manage')) throw forbidden()
  c.platform.read((db) => getSeat(db, c.person.accountid, userid))
  const bytes = await pictureBytes(whileConnected(c), upload)
  return writePerson(c, userid, (tx, by, allRoles) => ({
    person: setPicture(tx, by, allRoles, userid, bytes),
  }))
}
