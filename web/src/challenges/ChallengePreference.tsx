// On the account page: who may challenge you.

import { useState } from "react";
import { type ChallengeRules, fetchChallengeRules, setChallengeRules } from "../api/challenges";
import { SelectField } from "../components/fields";
import { showError, showToast } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";

const CHOICES = ["everyone", "registered", "nobody"] as const;

export default function ChallengePreference() {
  const { data } = useFetch(fetchChallengeRules, "challenge rules");
  const [chosen, setChosen] = useState<ChallengeRules["accepts"] | null>(null);
  if (!data) return null;
  const { preference } = messages.challenges;

  const choose = async (accepts: ChallengeRules["accepts"]) => {
    setChosen(accepts);
    try {
      await setChallengeRules({ ...data, accepts });
      showToast(preference.saved);
    } catch (error) {
      setChosen(null);
      showError(error);
    }
  };

  return (
    <section className="panel">
      <h2>{preference.title}</h2>
      <SelectField
        label={preference.accepts}
        hint={preference.acceptsHint}
        value={chosen ?? data.accepts}
        options={CHOICES.map((value) => ({ value, label: preference[value] }))}
        onChange={choose}
      />
    </section>
  );
}
