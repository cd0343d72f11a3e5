// D-107: what the rules make of cut links, several links, redirects and names in a text.
import { expect, test } from 'vitest';
import {
  channelId,
  code,
  embedded,
  id,
  insta,
  readForm,
  reel,
  tok,
  tube,
  video,
  watch,
} from '../../tests/support/link-forms.ts';
import type { OtherLinkRule } from '../link-rule-names.ts';

test.each<[OtherLinkRule, string]>([
  ['instagram-profile', 'instagram.com/some.us…'],
  ['instagram-profile', 'instagram.com/some.us...'],
  ['instagram-profile', 'see instagram.com/some.us..'],
  ['instagram-reel', 'instagram.com/reel/C8xAb…'],
  ['instagram-reel', 'instagram.com/reel/C8xAb'],
  ['instagram-reel', 'instagram.com/share/reel/BAabc…'],
  ['instagram-story', 'instagram.com/stories/some.us…'],
  ['instagram-story', 'instagram.com/stories/some.user/34123456'],
  ['instagram-story', 'instagram.com/stories/some.user/34123456789012345…'],
  ['tiktok-profile', 'tiktok.com/@some.us...'],
  ['tiktok-video', 'tiktok.com/@u/video/73123456789'],
  ['tiktok-video', 'tiktok.com/@some.user/video/73012345678901234…'],
  ['tiktok-video', 'https://vm.tiktok.com/ZMabc…'],
  ['tiktok-video', 'tiktok.com/t/ZTabc...'],
  ['youtube-channel', 'youtube.com/@some.han…'],
  ['youtube-channel', 'youtube.com/c/SomeNa...'],
])('D-107: %s refuses the cut link %j', (rule, text) => {
  expect(readForm(rule, text)).toBe('incomplete');
});

test.each<[OtherLinkRule, string, string]>([
  ['instagram-reel', `${reel}?igsh=MTc4…`, reel],
  ['instagram-reel', `instagram.com/reel/${code}...`, reel],
  ['tiktok-video', `tiktok.com/@some.user/video/${id}?is_from…`, video],
  ['youtube-video', 'youtu.be/dQw4w9WgXcQ...', watch],
  ['instagram-profile', `instagram.com/some.us… ${insta}/some.user/`, `${insta}/some.user/`],
])('D-107: %s takes %j, whose ID is whole', (rule, text, expected) => {
  expect(readForm(rule, text)).toBe(expected);
});

test.each<[OtherLinkRule, string]>([
  ['tiktok-video', `${tok}/embed/@some.user/${id}`],
  ['tiktok-video', `${tok}/share/music/${id}`],
  ['tiktok-video', `${tok}/share/user/${id}`],
  ['tiktok-video', `${tok}/player/${id}`],
  ['tiktok-video', `${tok}/i18n/music/${id}`],
  ['tiktok-video', `${tok}/embed/curated/${id}`],
  ['instagram-profile', `${insta}/some.user/posts/${code}/`],
  ['instagram-profile', `${insta}/invites/contact/?i=x`],
  ['instagram-profile', `${insta}/channel/AbaX/`],
  ['instagram-profile', `${insta}/j/AbaX/`],
  ['instagram-profile', `${insta}/n/some.user`],
  ['instagram-profile', `${insta}/a/x`],
  ['instagram-profile', `${insta}/family_center/`],
  ['instagram-profile', `${insta}/meta_verified/`],
  ['instagram-profile', `${insta}/mentions`],
  ['instagram-profile', `${insta}/index.php`],
  ['instagram-profile', `${insta}/reel/audio/123456/`],
  ['instagram-reel', `${insta}/reel/audio/12345678901/`],
])('D-107: for %s, %j is another page', (rule, text) => {
  expect(readForm(rule, text)).toBe('other_kind: other');
});

test.each<[OtherLinkRule, string, string]>([
  ['tiktok-video', `${tok}/share/item/${id}`, embedded],
  ['tiktok-video', `${tok}/share/photo/${id}`, embedded],
  ['instagram-profile', `${insta}/some.user/profilecard/?igsh=x`, `${insta}/some.user/`],
  ['instagram-profile', `${insta}/some.user/TAGGED/`, `${insta}/some.user/`],
])('D-107: for %s, %j is %s', (rule, text, expected) => {
  expect(readForm(rule, text)).toBe(expected);
});

test.each<[OtherLinkRule, string, string]>([
  ['youtube-video', `youtu.be/dQw4w9WgXcQ youtu.be/aaaaaaaaaaa`, 'several'],
  ['instagram-reel', `${reel}${insta}/reel/C8xAbCdEfGi/`, 'several'],
  ['instagram-profile', `${insta}/some.user, ${insta}/other.user`, 'several'],
  ['tiktok-video', `${video}\nhttps://vm.tiktok.com/ZMabcDEF1/`, 'several'],
  ['youtube-video', `youtu.be/dQw4w9WgXcQ ${watch}&t=3`, watch],
  ['tiktok-profile', `${video} ${tok}/@some.user`, `${tok}/@some.user`],
])('D-107: %s reads the links of %j as %s', (rule, text, expected) => {
  expect(readForm(rule, text)).toBe(expected);
});

test.each<[OtherLinkRule, string, string]>([
  ['youtube-video', 'https://studio.youtube.com/video/dQw4w9WgXcQ/edit', watch],
  ['youtube-channel', `studio.youtube.com/channel/${channelId}/videos`, `${tube}/channel/${channelId}`],
  ['tiktok-video', `${tok}/pt-BR/@some.user/video/${id}`, video],
  ['tiktok-profile', `${tok}/en/@some.user`, `${tok}/@some.user`],
  ['youtube-video', `${tube}/watch?app=desktop&amp;v=dQw4w9WgXcQ`, watch],
  ['youtube-video', `https://www.google.com/url?sa=t&url=${encodeURIComponent(watch)}&usg=x`, watch],
  ['tiktok-video', `https://www.google.com.br/url?q=${encodeURIComponent(video)}`, video],
  ['instagram-reel', `https://l.facebook.com/l.php?u=${encodeURIComponent(reel)}&h=AT0`, reel],
  ['youtube-video', `https://l.instagram.com/?u=${encodeURIComponent(watch)}&e=AT0`, watch],
  ['youtube-video', `https://evil.example/url?url=${encodeURIComponent(watch)}`, 'none'],
  ['youtube-video', `https://google.com.evil.example/url?url=${encodeURIComponent(watch)}`, 'none'],
  ['youtube-video', 'https://www.google.com/url?url=https%3A%2F%2Fa%40youtu.be%2FdQw4w9WgXcQ', 'unreadable'],
])('D-107: %s reads %j as %s', (rule, text, expected) => {
  expect(readForm(rule, text)).toBe(expected);
});

test.each<[OtherLinkRule, string, string]>([
  ['instagram-profile', '@some.user, thanks', `${insta}/some.user/`],
  ['instagram-profile', '"@some.user"', `${insta}/some.user/`],
  ['tiktok-profile', '(@some.user)', `${tok}/@some.user`],
  ['tiktok-profile', 'My user is @some.user', `${tok}/@some.user`],
  ['instagram-profile', 'It is @some.user. Thanks!', `${insta}/some.user/`],
  ['youtube-channel', 'Canal: @São·Paulo!', `${tube}/@S%C3%A3o%C2%B7Paulo`],
  ['instagram-profile', 'it is @explore', 'other_kind: other'],
  ['instagram-profile', 'My user is @some user', 'none'],
  ['instagram-profile', '@some.user, @other.user', 'none'],
  ['instagram-profile', 'it is @some.us…', 'none'],
  ['instagram-profile', 'it is @some.us...', 'none'],
  ['instagram-profile', 'write to me@some.site', 'none'],
  ['instagram-profile', 'https://evil.example/@some.user', 'none'],
  ['tiktok-profile', `it is @some.user ${video}`, 'other_kind: tv'],
  ['tiktok-video', 'My user is @some.user', 'none'],
])('D-107: for %s, the name in %j is %s', (rule, text, expected) => {
  expect(readForm(rule, text)).toBe(expected);
});
