// The styles of the page of an offer, which runs the script of the home page.
import './entry-offer.css';
