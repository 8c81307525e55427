/** A form that is in no page: a dialog's own form around a tab never sends the fields that name it. */
export const NO_FORM = 'f-alone'
