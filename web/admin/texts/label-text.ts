// The type of a text that may be in another language than its set.

/** `Label` renders it with its `lang`. */
export type LabelText = string | { readonly lang: 'en' | 'pt-BR'; readonly text: string };
