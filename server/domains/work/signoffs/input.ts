import { id, object, t, text } from '#server/http/fields.ts'

const Drawn = t.String({
  maxLength: 60_000,
  error: 'is too large: clear it and draw it with fewer strokes',
})

/** `signature`: `w h*x y ms x y ms*…`, in the pixels of its box. What is missing is said in a sentence. */
export const NewSignOff = object({ name: t.Optional(text(100)), signature: t.Optional(Drawn) })

export const BySignOff = t.Object({ id: id(), signoffid: id() })

export const SignOffRemoval = object({ reason: text(200) })
