import { beforeEach, describe, expect, it } from 'vitest';
import { chosenLanguage, followLanguage, inLanguage, rememberLanguage } from './language-memory.ts';
import { resultElsewhere } from './success/result-language.ts';

beforeEach(() => localStorage.clear());

describe('an address in a language (D-27)', () => {
  it.each([
    ['/', '/pt'],
    ['/about', '/pt/about'],
    ['/pt/about', '/pt/about'],
    ['/success?orderId=A', '/pt/success?orderId=A'],
    ['/about#refunds', '/pt/about#refunds'],
    ['/ptolemy', '/pt/ptolemy'],
  ])('%s is %s in Portuguese', (href, expected) => {
    expect(inLanguage(href, 'pt')).toBe(expected);
  });

  it.each([
    ['/pt', '/'],
    ['/pt/', '/'],
    ['/pt/about?x=1', '/about?x=1'],
    ['/about', '/about'],
  ])('%s is %s in English', (href, expected) => {
    expect(inLanguage(href, 'en')).toBe(expected);
  });

  it.each(['/admin', '/admin-login', '/api/x', '/assets/x.js', '//evil.example/x', 'https://a.example/', '#content'])(
    '%s stays as it is',
    (href) => {
      expect(inLanguage(href, 'pt')).toBe(href);
    },
  );
});

describe('the remembered choice (D-27)', () => {
  function pageWith(html: string): void {
    document.body.innerHTML = html;
    for (const link of document.querySelectorAll('a'))
      link.addEventListener('click', (event) => event.preventDefault());
    followLanguage(document);
  }
  const link = (id: string) => document.getElementById(id) as HTMLAnchorElement;
  const over = (id: string) => link(id).dispatchEvent(new Event('pointerdown', { bubbles: true }));

  it('nothing is remembered before somebody chooses, and links stay', () => {
    pageWith('<a id="about" href="/about">x</a>');
    over('about');
    expect(chosenLanguage()).toBeNull();
    expect(link('about').getAttribute('href')).toBe('/about');
  });

  it('the switch remembers, and every link follows before it is used', () => {
    pageWith('<a id="switch" data-language="pt" href="/pt">x</a><a id="about" href="/about"><b id="in">x</b></a>');
    link('switch').click();
    expect(chosenLanguage()).toBe('pt');
    document.getElementById('in')?.dispatchEvent(new Event('focusin', { bubbles: true }));
    expect(link('about').getAttribute('href')).toBe('/pt/about');
  });

  it('looking at the switch chooses nothing', () => {
    pageWith('<a id="switch" data-language="pt" href="/pt">x</a>');
    over('switch');
    expect(chosenLanguage()).toBeNull();
  });

  it('a choice of English leads out of Portuguese pages', () => {
    rememberLanguage('en');
    pageWith('<a id="about" href="/pt/about">x</a><a id="out" href="https://a.example/pt">x</a>');
    over('about');
    over('out');
    expect(link('about').getAttribute('href')).toBe('/about');
    expect(link('out').getAttribute('href')).toBe('https://a.example/pt');
  });

  it('what is not a language is no choice', () => {
    localStorage.setItem('language', 'xx');
    expect(chosenLanguage()).toBeNull();
  });

  it('a browser that forbids storage still works', () => {
    const closed = {
      setItem: () => {
        throw new Error('forbidden');
      },
    } as unknown as Storage;
    expect(() => rememberLanguage('pt', closed)).not.toThrow();
    expect(chosenLanguage(null)).toBeNull();
  });
});

describe('coming back from the gateway (D-27, ROUTE-5)', () => {
  const at = (pathname: string, search = '?orderId=A&resultIndicator=B') => ({ pathname, search }) as Location;

  it('goes on in Portuguese with the same query when that was chosen', () => {
    expect(resultElsewhere(at('/success'), 'pt')).toBe('/pt/success?orderId=A&resultIndicator=B');
  });

  it.each([
    ['/success', 'en'],
    ['/success', null],
    ['/pt/success', 'pt'],
    ['/pt/success', 'en'],
  ] as const)('%s stays where it is when %s was chosen', (path, chosen) => {
    expect(resultElsewhere(at(path), chosen)).toBeNull();
  });
});
