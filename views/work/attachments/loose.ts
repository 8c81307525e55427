/** A form that is in no page: what names it as its own is left out of the dialog's form around it. */
export const LOOSE = 'f-documents-alone'
