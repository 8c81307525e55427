/** Photos that a proof prints, two in a row; the note keeps all of them. */
export const PRINTED_PHOTOS = 6
