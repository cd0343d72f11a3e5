// The type of a text with placeholders, and how they are filled. The placeholders, such as `{count}`, are part of the
// type.

/** A text in some language with holes of these names; the second part exists for the type check only. */
export type Text<Name extends string = never> = string & { readonly holes?: readonly Name[] };

type HolesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | HolesIn<Rest> : never;

/** A catalogue as pages use it: its keys, and the placeholders of each text. */
export type Texts<Catalogue> = {
  readonly [K in keyof Catalogue]: Catalogue[K] extends string ? Text<HolesIn<Catalogue[K]>> : Texts<Catalogue[K]>;
};

type WithHoles<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? `${string}{${Name}}${string}` & WithHoles<Rest>
  : string;

/** The type of a translation: every key, no other key, and the same placeholders. */
export type Translation<Catalogue> = {
  readonly [K in keyof Catalogue]: Catalogue[K] extends string ? WithHoles<Catalogue[K]> : Translation<Catalogue[K]>;
};

export function fill<Name extends string>(text: Text<Name>, values: Record<Name, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: Name) => String(values[name]));
}
