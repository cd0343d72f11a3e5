import { afterEach, describe, expect, it } from 'vitest';
import { draw } from '../testing.tsx';
import { LinkNote } from './link-note.tsx';
import { showTexts } from './texts/shown-texts.ts';
import { defaultTextSet } from './texts/text-sets.ts';

afterEach(() => showTexts(defaultTextSet));

describe('D-51: what a link of an order opens', () => {
  it.each([
    ['https://www.instagram.com/some.user/', 'Profile · some.user', true],
    ['https://www.instagram.com/stories/some.user/34123/', 'Story · some.user', true],
    ['https://www.instagram.com/stories/highlights/17912345678901234/', 'Highlight', true],
    ['https://www.instagram.com/explore/tags/sun/', 'Instagram page', true],
    ['https://www.instagram.com/share/BAxYz12345', 'Shared link', false],
  ])('%s', (link, name, isChosen) => {
    const { text, one } = draw(<LinkNote link={link} />);
    expect(one('b').textContent).toBe(name);
    expect(one('b').getAttribute('translate')).toBe('no');
    expect(text().includes('This link was chosen anyway.')).toBe(isChosen);
  });

  it('is nothing for a post, and for a link that was erased', () => {
    for (const link of ['https://www.instagram.com/reel/C8xAbCdEfGh/', 'https://erased.invalid/1'])
      expect(draw(<LinkNote link={link} />).text()).toBe('');
  });

  it('D-107: is nothing for what the order takes', () => {
    const note = <LinkNote link="https://www.instagram.com/some.user/" linkRule="instagram-profile" />;
    expect(draw(note).text()).toBe('');
  });

  it('D-32: is in the language of the admin', async () => {
    await showTexts('pt');
    const { text } = draw(<LinkNote link="https://www.instagram.com/some.user/" />);
    expect(text()).toBe('Perfil · some.userNão é um post. Este link foi escolhido mesmo assim.');
  });
});
